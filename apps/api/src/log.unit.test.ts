import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLineWriter, createLogger } from "./log.ts";

function logError(error: Error): string {
  let output = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      output += chunk;
      done();
    },
  });
  createLogger("info", stream).error({ err: error }, "failed");
  return output;
}

test("logs what an error says without the secrets of its other properties", () => {
  const error = Object.assign(new Error("duplicate key", { cause: new Error("username taken") }), {
    code: "23505",
    client: {
      processID: 7,
      secretKey: 8_150_815_081_508_150,
      connectionParameters: { user: "studbook" },
    },
    detail: "Key (username)=(dale) already exists.",
  });
  const output = logError(error);
  expect(JSON.parse(output).err).toEqual({
    type: "Error",
    message: "duplicate key: username taken",
    stack: expect.stringMatching(/log\.unit\.test.*caused by: Error: username taken/s),
    code: "23505",
  });
  expect(output).not.toMatch(/8150815081508150|dale/);
});

test("logs no stack if the database is unavailable", () => {
  const error = Object.assign(new Error("terminating connection"), { code: "57P01" });
  expect(JSON.parse(logError(error)).err).toEqual({
    type: "Error",
    message: "terminating connection",
    code: "57P01",
  });
});

test("logs the errors of a connection to several addresses", () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}:5432`);
  const error = new AggregateError([refused("::1"), refused("127.0.0.1")]);
  expect(JSON.parse(logError(error)).err).toMatchObject({
    errors: ["Error: connect ECONNREFUSED ::1:5432", "Error: connect ECONNREFUSED 127.0.0.1:5432"],
  });
});

test("writes lines of JSON like Pino does, at the same levels", () => {
  for (const level of ["debug", "info", "warn"]) {
    const lines: string[] = [];
    const logger = createLogger(level, { write: (line) => void lines.push(line) });
    const child = logger.child({ job: 'a "b"' });
    const write = createLineWriter(child, { url: '/"a"', count: 1 }, "request");
    write('"reqId":"x","ms":0.1');
    child.info({ reqId: "x", ms: 0.1, url: '/"a"', count: 1 }, "request");
    const [ours, theirs] = lines.map((line) => line.replace(/"time":\d{13}/, '"time":0'));
    expect(ours).toBe(theirs);
    expect(lines).toHaveLength(level === "warn" ? 0 : 2);
  }
});

test("writes no lines to an unknown logger", () => {
  expect(() => createLineWriter({ level: "info" }, {}, "request")).toThrow(TypeError);
});
