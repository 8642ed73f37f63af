import { describe, expect, it } from "vitest";
import { createRecentSessions } from "./recent-sessions.ts";

describe("recent sessions", () => {
  it("are remembered with their users until they are forgotten", () => {
    const users = createRecentSessions();
    users.remember("a session", "a user");
    expect(users.find("a session")).toBe("a user");
    users.forget("a session");
    expect(users.find("a session")).toBeUndefined();
  });

  it("are forgotten in the order of their last use when there are too many", () => {
    const users = createRecentSessions(2);
    users.remember("first", "a user");
    users.remember("second", "another user");
    users.remember("first", "a user");
    users.remember("third", "a third user");
    expect(["first", "second", "third"].map(users.find)).toEqual([
      "a user",
      undefined,
      "a third user",
    ]);
  });
});
