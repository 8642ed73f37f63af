import { describe, expect, it } from "vitest";
import { parseOptions } from "./options.ts";

const PARTS = ["memory", "misses", "scale"] as const;
const parse = (...args: string[]) => parseOptions(args, PARTS);

describe("the arguments of pnpm bench", () => {
  it("select all parts with all sizes by default", () => {
    expect(parse()).toMatchObject({
      parts: PARTS,
      options: { ads: [10_000, 100_000, 1_000_000], rounds: 5, addresses: 1_000_000 },
    });
  });

  it("select parts, which run in the usual order", () => {
    expect(parse("misses", "memory").parts).toEqual(["memory", "misses"]);
  });

  it("accept numbers with units in any order", () => {
    const { options } = parse("scale", "--ads", "1M,10k", "--seconds", "1.5", "--rounds=2");
    expect(options).toMatchObject({ ads: [10_000, 1_000_000], seconds: 1.5, rounds: 2 });
  });

  it("are refused if a part is unknown or a number is malformed", () => {
    expect(() => parse("memori")).toThrow("Unknown parts: memori. Choose from: memory");
    expect(() => parse("--rounds", "0")).toThrow("--rounds: 0 is not a positive number");
    expect(() => parse("--ads", "10x")).toThrow("--ads: 10x");
    expect(() => parse("--round", "1")).toThrow("--round");
  });
});
