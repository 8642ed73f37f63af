import { afterEach, describe, expect, it } from "vitest";
import { plainPicture } from "../../test/uploads.ts";
import { createDecoder, type Decoder, type DecoderOptions } from "./decoder.ts";

const LIMITS = { maxPixels: 50_000_000, maxFilePixels: 6_000_000 };

const large = await plainPicture(5000, 4000).png().toBuffer();
const small = await plainPicture(40, 30).jpeg().toBuffer();

let decoder: Decoder | undefined;
afterEach(() => decoder?.close());

const open = (options: DecoderOptions) => {
  decoder = createDecoder(options);
  return decoder;
};

/** Counts the child processes of this process. */
const countProcesses = () =>
  process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

describe("a photo that costs too much", () => {
  it.each([
    ["CPU time", { cpuMs: 1 }, "costly"],
    ["memory", { maxRssBytes: 1 }, "costly"],
    ["wall-clock time", { wallMs: 1 }, "unavailable"],
  ])("in %s kills the process, and the next photo is decoded", async (_what, options, reason) => {
    const strict = open(options);
    await expect(strict.decode(large, LIMITS)).rejects.toMatchObject({ reason });
    await expect.poll(countProcesses).toBe(0);
    const again = open({});
    expect((await again.decode(small, LIMITS)).files).toHaveLength(3);
  });

  it("does not affect the next photo of the same decoder", async () => {
    const strict = open({ cpuMs: 60 });
    await expect(strict.decode(large, LIMITS)).rejects.toMatchObject({ reason: "costly" });
    expect((await strict.decode(small, LIMITS)).files).toHaveLength(3);
  });
});

describe("the decoding process", () => {
  it("is reused after a photo, damaged or not", async () => {
    const patient = open({});
    await patient.decode(small, LIMITS);
    const count = countProcesses();
    const half = small.subarray(0, small.length / 2);
    await expect(patient.decode(half, LIMITS)).rejects.toMatchObject({ reason: "broken" });
    await patient.decode(small, LIMITS);
    expect(countProcesses()).toBe(count);
  });

  it("ends when idle, and starts again for the next photo", async () => {
    const hasty = open({ idleMs: 0 });
    for (let round = 0; round < 2; round++) {
      expect((await hasty.decode(small, LIMITS)).files).toHaveLength(3);
      await expect.poll(countProcesses).toBe(0);
    }
  });

  it("rejects a photo with more pixels than its header declares", async () => {
    const refusal = open({}).decode(small, { ...LIMITS, maxPixels: 40 * 30 - 1 });
    await expect(refusal).rejects.toMatchObject({ reason: "broken" });
  });
});
