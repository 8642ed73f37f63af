import { fileURLToPath } from "node:url";
import { z } from "zod";
import { run } from "./run.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SBOM = [
  ...["sbom", "--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", "--prod"],
  ...["--filter", "@studbook/api", "--filter", "@studbook/web"],
];

const License = z.union([
  z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
  z.object({ license: z.object({ name: z.string() }) }).transform(({ license }) => license.name),
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
]);
const Sbom = z.object({
  components: z.array(
    z.object({
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      licenses: z.array(License).default([]),
    }),
  ),
});

/** A third-party package that the server runs or that is built into the web app. */
export type Component = { name: string; version: string; license: string };

/** Native packages have one name for each platform. */
const PLATFORM =
  /-(?:linux|linuxmusl|darwin|win32|freebsd|android|aix|sunos|netbsd|openbsd)-[a-z\d]+(?:-[a-z]+)?$/;

/**
 * Lists the production dependencies of the server and the web app, with those of their dependencies, in the order of
 * their names. The names of native packages end in `-*` instead of the platform.
 *
 * @throws Error with pnpm's output
 */
export async function listComponents(): Promise<Component[]> {
  const { code, output } = await run("pnpm", SBOM, { cwd: ROOT });
  if (code !== 0) throw new Error(`pnpm sbom failed:\n${output}`);
  const { components } = Sbom.parse(JSON.parse(output));
  const listed = components
    .filter(({ group }) => group !== "@studbook")
    .map(({ group, name, version, licenses }) => ({
      name: (group ? `${group}/${name}` : name).replace(PLATFORM, "-*"),
      version,
      license: licenses.join(" AND ") || "none",
    }));
  return listed.toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
