import { readFileSync } from "node:fs";
import { ConfigError } from "./config.ts";
import { Environment } from "./environment.ts";

type Settings = Record<string, string | undefined>;

/**
 * Returns the environment with its indirect settings filled in. A setting NAME may come from the file that NAME_FILE names;
 * an empty file counts as no setting. DATABASE_PASSWORD is added to DATABASE_URL, and likewise for DATABASE_OWNER_URL,
 * DATABASE_DIRECT_URL and DATABASE_REPLICA_URL.
 *
 * @throws ConfigError listing every unreadable file and every setting that is set twice
 */
export function resolveSettings(environment: Settings): Settings {
  const settings = { ...environment };
  const problems: string[] = [];
  for (const name of Object.keys(Environment.shape)) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) problems.push(`${name}: ${name}_FILE is also set. Remove one of them.`);
    try {
      settings[name] = readFileSync(file, "utf8").trim();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : error;
      problems.push(`${name}_FILE: cannot read ${file} (${code})`);
    }
  }
  for (const name of ["DATABASE", "DATABASE_OWNER", "DATABASE_DIRECT", "DATABASE_REPLICA"]) {
    const password = settings[`${name}_PASSWORD`];
    const url = URL.parse(settings[`${name}_URL`] ?? "");
    if (password && url?.password) {
      problems.push(`${name}_PASSWORD: ${name}_URL already has a password. Remove one of them.`);
    } else if (password && url) {
      url.password = encodeURIComponent(password);
      settings[`${name}_URL`] = url.href;
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(`Invalid settings:\n${problems.map((line) => `  ${line}`).join("\n")}`);
  }
  return settings;
}
