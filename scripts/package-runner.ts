import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const PACKAGE_RUNNER = /^(?:p?npm|p?npx|corepack)(?:-cli)?(?:\.[cm]?js|\.exe)?$/;
const POLL_MS = 250;

type ProcessInfo = { parent: number; command: string; ended: boolean };

/**
 * Calls back once when one of the package runners that started this process (`npx`, `pnpm`) has ended. They do not
 * forward SIGTERM to this process.
 */
export function onPackageRunnerEnded(callback: () => void): void {
  const runners = listRunners();
  if (runners.length === 0) return;
  const timer = setInterval(() => {
    if (runners.every((pid) => !(readProcess(pid)?.ended ?? true))) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  timer.unref();
}

/** Returns the ancestors of this process up to the topmost package runner. */
function listRunners(): number[] {
  const chain: number[] = [];
  let length = 0;
  for (let pid = process.ppid; pid > 1; ) {
    const info = readProcess(pid);
    if (!info) break;
    chain.push(pid);
    if (isRunner(info.command)) length = chain.length;
    pid = info.parent;
  }
  return chain.slice(0, length);
}

/** Looks only at the program: a shell whose script mentions npx is not a package runner. */
function isRunner(command: string): boolean {
  const [program = "", script = ""] = command.split(" ");
  return [program, script]
    .slice(0, basename(program) === "node" ? 2 : 1)
    .some((part) => PACKAGE_RUNNER.test(basename(part)));
}

function readProcess(pid: number): ProcessInfo | undefined {
  try {
    return process.platform === "linux" ? readProc(pid) : readPs(pid);
  } catch {
    // Both fail only if the process no longer exists.
    return undefined;
  }
}

function readProc(pid: number): ProcessInfo {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state = "", parent = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  return { parent: Number(parent), command, ended: state === "Z" || state === "X" };
}

function readPs(pid: number): ProcessInfo {
  const line = execFileSync("ps", ["-o", "ppid=,stat=,command=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const [parent = "0", state = "", ...command] = line.trim().split(/\s+/);
  return { parent: Number(parent), command: command.join(" "), ended: state.startsWith("Z") };
}
