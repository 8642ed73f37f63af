import { describe, expect, test } from "vitest";
import { clearableText, requiredText } from "./text.ts";
import { z } from "./z.ts";

const Name = requiredText({ label: "Name", max: 5 });
const Story = requiredText({ label: "Story", max: 5, multiline: true });

function firstMessage(schema: typeof Name, input: unknown): string | undefined {
  return schema.safeParse(input).error?.issues[0]?.message;
}

describe("a required text", () => {
  test.each([
    [" Rex\t", "Rex"],
    ["12345", "12345"],
    ["🐕🐕🐕🐕🐕", "🐕🐕🐕🐕🐕"],
    ["  12345  ", "12345"],
    ["👩‍🚀", "👩‍🚀"],
  ])("parses %j as %j", (input, output) => {
    expect(Name.parse(input)).toBe(output);
  });

  test.each([
    [undefined, "Name is required"],
    [null, "Name is required"],
    ["", "Name is required"],
    [" \n ", "Name is required"],
    ["\u200b", "Name is required"],
    [7, "Name must be text"],
    [["Rex"], "Name must be text"],
    ["123456", "Name must be at most 5 characters"],
    ["🐕🐕🐕🐕🐕🐕", "Name must be at most 5 characters"],
    ["a\ud800", "Name contains characters that cannot be stored"],
    ["\udc00a", "Name contains characters that cannot be stored"],
    ["a\0b", "Name contains characters that cannot be stored"],
    ["\ud800", "Name contains characters that cannot be stored"],
    ["a\nb", "Name must be one line without control characters"],
    ["a\u0007b", "Name must be one line without control characters"],
    ["a\u0085b", "Name must be one line without control characters"],
    ["a\u2028b", "Name must be one line without control characters"],
    ["a\u202eb", "Name must be one line without control characters"],
    ["a\u2067b", "Name must be one line without control characters"],
  ])("refuses %j: %s", (input, message) => {
    expect(firstMessage(Name, input)).toBe(message);
  });

  test("keeps its lines if it is multiline, with \\n for every line break", () => {
    expect(Story.parse("\r\na\r\nb\rc\r\n")).toBe("a\nb\nc");
    expect(Story.parse("a\tb")).toBe("a\tb");
    expect(firstMessage(Story, "a\0b")).toBe("Story contains characters that cannot be stored");
  });
});

describe("a clearable text", () => {
  const Nickname = clearableText({ label: "Nickname", max: 5 });

  test.each(["", "  ", "\u200b", null])("parses %j as null", (input) => {
    expect(Nickname.parse(input)).toBeNull();
  });

  test("applies the same rules to a text that is not empty", () => {
    expect(Nickname.parse(" Rex ")).toBe("Rex");
    expect(Nickname.safeParse("123456").success).toBe(false);
    expect(Nickname.safeParse("a\0").success).toBe(false);
  });
});

test("the JSON schema has the limits of a text, and its pattern if it has one", () => {
  const limits = { label: "Code", max: 5 };
  const inputOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" });
  expect(inputOf(requiredText(limits))).toMatchObject({ minLength: 1, maxLength: 5 });
  const plain = inputOf(clearableText(limits)).anyOf?.[0];
  expect(plain).toEqual({ type: "string", maxLength: 5 });
  const pattern = /^[a-z]*$/;
  const withPattern = inputOf(clearableText({ ...limits, pattern })).anyOf?.[0];
  expect(withPattern).toEqual({ type: "string", maxLength: 5, pattern: "^[a-z]*$" });
});
