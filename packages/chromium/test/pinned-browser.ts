import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import bundled, { inflate } from "@sparticuz/chromium";

const PACKAGE = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
const CACHE = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));

/** Whether the browser of the npm package runs on this machine. */
export const hasPinnedBrowser = process.platform === "linux" && process.arch === "x64";

export type PinnedBrowser = {
  executablePath: string;
  args: string[];
  /** The whole environment of its process, with its own libraries and only its own fonts. */
  env: Record<string, string>;
};

/** Unpacks the Chromium from npm with its fonts and libraries, so that pages look the same on every machine. */
export async function unpackPinnedBrowser(): Promise<PinnedBrowser> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  const home = join(CACHE, `chromium-${version}`);
  if (!existsSync(home)) await unpack(home);
  const libraries = [join(home, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean);
  const inherited = Object.entries(process.env).filter(([, value]) => value !== undefined);
  return {
    executablePath: join(home, "chromium"),
    args: ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"],
    env: {
      ...Object.fromEntries(inherited.map(([name, value]) => [name, String(value)])),
      FONTCONFIG_FILE: join(home, "fonts.conf"),
      LD_LIBRARY_PATH: libraries.join(":"),
    },
  };
}

/** Unpacks into another folder first, so that `home` is complete even if an earlier run crashed or runs concurrently. */
async function unpack(home: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const partial = await mkdtemp(`${home}-`);
  const before = process.env.TMPDIR;
  // The package has no parameter for the folder: it unpacks into the system's temporary one.
  process.env.TMPDIR = partial;
  try {
    await bundled.executablePath();
    await inflate(join(PACKAGE, "bin/al2023.tar.br"));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await writeFile(join(partial, "fonts.conf"), fontsConf(home));
  await rename(partial, home).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  });
}

function fontsConf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`;
}
