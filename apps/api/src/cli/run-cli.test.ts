import { SAMPLE_OWNER_ID } from "@studbook/domain/samples";
import { describe, expect, it } from "vitest";
import { useCommandLine } from "../../test/use-command-line.ts";

const { database, runCommand, spawnCommand } = useCommandLine();

describe("the command line", () => {
  it("prints help and errors, and sets the exit code", async () => {
    const [help, wrong, refused] = await Promise.all([
      spawnCommand(["--help"]),
      spawnCommand(["user", "vanish"]),
      spawnCommand(["user", "show", "nobody.here"]),
    ]);
    expect(help).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: studbook/),
      err: "",
    });
    expect(wrong).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/\nSee `studbook user --help`\.\n$/),
    });
    expect(refused).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^User not found/),
    });
  });

  it.each([
    [["--help"], 0],
    [["user", "--help"], 0],
    [[], 2],
    [["user"], 2],
    [["user", "vanish", "x"], 2],
    [["user", "show"], 2],
    [["user", "show", "a", "b"], 2],
    [["check", "--loud"], 2],
    [["coupon", "create", "Spring"], 2],
  ])("handles %j with exit code %i and usage information", async (args, code) => {
    const outcome = await runCommand(args);
    expect(outcome.code).toBe(code);
    expect(code === 0 ? outcome.out : outcome.err).toMatch(/Usage: studbook|--help/);
  });

  it.each([
    [[], /`studbook`: admin, user, coupon, .* See `studbook --help`\.$/],
    [["user"], /`studbook user`: show, .*, erase\. See `studbook user --help`\.$/],
    [["coupon"], /`studbook coupon`: list, create, disable\. See `studbook coupon --help`\.$/],
    [["user", "show"], /^missing .* 'USER'\. See `studbook user show --help`\.$/],
    [["user", "shwo"], /^unknown .* 'shwo' .*mean show.*\. See `studbook user --help`\.$/],
    [["backup", "a", "b"], /\w\. See `studbook backup --help`\.$/],
    [["vanish"], /^unknown .* 'vanish'\. See `studbook --help`\.$/],
    [["check", "--loud"], /^unknown .* '--loud'\. See `studbook check --help`\.$/],
  ])(
    "rejects %j --json with exit code 2 and a JSON error that names the help",
    async (args, error) => {
      const { code, out, err } = await runCommand([...args, "--json"]);
      expect([code, out]).toEqual([2, ""]);
      expect(JSON.parse(err)).toEqual({ error: expect.stringMatching(error), code: "BAD_COMMAND" });
    },
  );

  it.each([
    [["--help"], { help: expect.stringMatching(/^Usage: studbook .*--json/s) }],
    [["user", "--help"], { help: expect.stringMatching(/^Usage: studbook user /) }],
    [["help", "user"], { help: expect.stringMatching(/^Usage: studbook user /) }],
    [["--version"], { version: expect.stringMatching(/^\d+\./) }],
  ])("prints the output of %j --json as JSON", async (args, expected) => {
    const { code, out, err } = await runCommand(["--json", ...args]);
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual(expected);
  });

  it.each([
    ["garbage", /^DATABASE_URL: must be a URL/],
    ["postgres://nobody:wrong@HOST/DATABASE", /^The database rejected the connection: .*nobody/],
    ["postgres://USER@HOST/none", /^The database rejected the connection: .*none/],
  ])("explains an unusable DATABASE_URL in one line: %s", async (pattern, message) => {
    const { username, password, host, pathname } = new URL(database().url);
    const url = pattern
      .replace("USER", `${username}:${password}`)
      .replace("HOST", host)
      .replace("/DATABASE", pathname);
    const { code, err } = await runCommand(["user", "show", "basic"], { DATABASE_URL: url });
    expect([code, err.trim().split("\n").length]).toEqual([1, 1]);
    expect(err).toMatch(message);
  });

  it.each([
    [["user", "show", "nobody.here"], "USER_NOT_FOUND"],
    [["user", "deactivate", SAMPLE_OWNER_ID], "USER_NOT_FOUND"],
    [["admin", "revoke", "'; drop table users"], "USER_NOT_FOUND"],
    [["coupon", "disable", "Nobody"], "COUPON_NOT_FOUND"],
    [["coupon", "create", "launch", "--percent", "5", "--description", "x"], "COUPON_EXISTS"],
    [["coupon", "create", "New", "--percent", "half", "--description", "x"], "BAD_REQUEST"],
  ])("rejects %j with exit code 1 and %s", async (args, code) => {
    const outcome = await runCommand([...args, "--json"]);
    expect(outcome.code).toBe(1);
    expect(outcome.out).toBe("");
    expect(JSON.parse(outcome.err)).toEqual({ error: expect.stringMatching(/\S/), code });
  });
});
