import { readFileSync } from "node:fs";
import { ConfigError } from "./config.ts";
import { Environment } from "./environment.ts";

type Settings = Record<string, string | undefined>;

/**
 * The environment with what it keeps elsewhere: any setting NAME may be the content of the file that
 * NAME_FILE names (an empty one is an absent setting), and DATABASE_PASSWORD goes into DATABASE_URL as
 * DATABASE_OWNER_PASSWORD does into DATABASE_OWNER_URL.
 *
 * @throws ConfigError listing every file that cannot be read and every setting that is given twice.
 */
export function completeSettings(environment: Settings): Settings {
  const settings = { ...environment };
  const problems: string[] = [];
  for (const name of Object.keys(Environment.shape)) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name])
      problems.push(`${name}: is given here and in ${name}_FILE; leave one out`);
    try {
      settings[name] = readFileSync(file, "utf8").trim();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : error;
      problems.push(`${name}_FILE: ${file} cannot be read (${code})`);
    }
  }
  for (const name of ["DATABASE", "DATABASE_OWNER"]) {
    const password = settings[`${name}_PASSWORD`];
    const url = URL.parse(settings[`${name}_URL`] ?? "");
    if (password && url?.password) {
      problems.push(`${name}_PASSWORD: ${name}_URL has a password already; leave one out`);
    } else if (password && url) {
      url.password = encodeURIComponent(password);
      settings[`${name}_URL`] = url.href;
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(
      `The settings are not usable:\n${problems.map((line) => `  ${line}`).join("\n")}`,
    );
  }
  return settings;
}
