import { deleteExpiredAttemptCounts } from "@studbook/db/queries/attempt-counts";
import { deleteUnusedDevices } from "@studbook/db/queries/devices";
import { deleteExpiredSessions } from "@studbook/db/queries/sessions";
import { deleteExpiredSignInAttempts } from "@studbook/db/queries/sign-in-attempts";
import { deleteExpiredUploadAttempts } from "@studbook/db/queries/upload-attempts";
import type { Config } from "../config.ts";
import { listPartialFolders } from "../photos/create-storage.ts";
import { deletePartialFiles } from "./delete-partial-files.ts";
import { deleteUnusedPhotos, type PhotoJobParts } from "./delete-unused-photos.ts";
import { makePhotosPrivate } from "./make-photos-private.ts";
import type { Job } from "./run-jobs.ts";

/** The cleanup jobs that run once an hour. */
export function listHourlyJobs(parts: PhotoJobParts & { config: Pick<Config, "dataDir"> }): Job[] {
  return [
    {
      name: "delete-unused-photos",
      cron: "7 * * * *",
      run: (signal) => deleteUnusedPhotos(parts, signal),
    },
    {
      name: "delete-partial-files",
      cron: "12 * * * *",
      atStart: true,
      run: (signal) => deletePartialFiles(listPartialFolders(parts.config.dataDir), signal),
    },
    {
      name: "delete-expired-sessions",
      cron: "17 * * * *",
      run: () => deleteExpiredSessions(parts.db),
    },
    {
      name: "delete-expired-attempts",
      cron: "27 * * * *",
      run: async () =>
        (await deleteExpiredAttemptCounts(parts.db)) +
        (await deleteExpiredSignInAttempts(parts.db)),
    },
    {
      name: "delete-unused-devices",
      cron: "37 * * * *",
      run: () => deleteUnusedDevices(parts.db),
    },
    {
      name: "delete-expired-upload-attempts",
      cron: "37 * * * *",
      run: () => deleteExpiredUploadAttempts(parts.db),
    },
    {
      name: "make-photos-private",
      cron: "47 * * * *",
      run: (signal) => makePhotosPrivate(parts, signal),
    },
  ];
}
