import { deleteExpiredSessions } from "@studbook/db/queries/sessions";
import { deleteEndedTries } from "@studbook/db/queries/tries";
import { deleteUnusedPhotos, type PhotoJobParts } from "./delete-unused-photos.ts";
import type { Job } from "./run-jobs.ts";

/** What is tidied up every hour, at minutes of their own. */
export function listHourlyJobs(parts: PhotoJobParts): Job[] {
  return [
    {
      name: "delete-unused-photos",
      cron: "7 * * * *",
      run: (signal) => deleteUnusedPhotos(parts, signal),
    },
    {
      name: "delete-expired-sessions",
      cron: "17 * * * *",
      run: () => deleteExpiredSessions(parts.db),
    },
    { name: "delete-ended-tries", cron: "27 * * * *", run: () => deleteEndedTries(parts.db) },
  ];
}
