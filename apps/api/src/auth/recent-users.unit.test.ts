import { describe, expect, it } from "vitest";
import { createRecentUsers } from "./recent-users.ts";

describe("users whose sessions were found lately", () => {
  it("are known by their session until it is forgotten", () => {
    const users = createRecentUsers();
    users.remember("a session", "a user");
    expect(users.find("a session")).toBe("a user");
    users.forget("a session");
    expect(users.find("a session")).toBeUndefined();
  });

  it("are forgotten when many others came since", () => {
    const users = createRecentUsers(2);
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
