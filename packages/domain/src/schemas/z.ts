import { z } from "zod";

// Without this, zod probes `new Function`, which the pages' content security policy reports.
z.config({ jitless: true });

export { z };
