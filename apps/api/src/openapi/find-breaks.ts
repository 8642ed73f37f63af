import { compareAccess, compareSchemes } from "./compare-access.ts";
import { findNewDefault, findSchemaBreaks, type Versions } from "./compare-schemas.ts";
import { resolveHeader, resolveResponse } from "./resolve.ts";
import {
  type ApiResponse,
  METHODS,
  type OpenApi,
  type Operation,
  type Parameter,
} from "./types.ts";

/**
 * What programs written for one document would stumble over under the other, a line each: calls,
 * statuses, headers and fields that are gone or can be something else, input that is newly needed or no
 * longer taken or stands for something else when it is absent, another address, another way to sign in, and a version
 * that is lower. Additions break nothing.
 */
export function findBreaks(before: OpenApi, after: OpenApi): string[] {
  const versions = { before, after };
  const calls = Object.entries(before.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const [was, is] = [item[method], after.paths[path]?.[method]];
      if (!was) return [];
      const breaks = is ? compareOperations(versions, was, is) : ["the call is gone"];
      return breaks.map((text) => `${method.toUpperCase()} ${path}: ${text}`);
    }),
  );
  return [
    ...compareVersions(before, after),
    ...compareServers(before, after),
    ...compareSchemes(before, after),
    ...calls,
  ];
}

/** Whether the first number of the version was raised, which says that programs have to change. */
export function isNewMajor(before: OpenApi, after: OpenApi): boolean {
  const [was = 0] = numbersOf(before);
  const [is = 0] = numbersOf(after);
  return is > was;
}

function numbersOf({ info }: OpenApi): number[] {
  return info.version.split(".").map(Number);
}

/** A version that was given out once is not given to another document. */
function compareVersions(before: OpenApi, after: OpenApi): string[] {
  const [was, is] = [numbersOf(before), numbersOf(after)];
  const at = was.findIndex((number, place) => number !== is[place]);
  const isLower = (is[at] ?? 0) < (was[at] ?? 0);
  return isLower ? [`the version is lower than ${before.info.version}`] : [];
}

/** The first server is the one that programs call unless they choose. */
function compareServers(before: OpenApi, after: OpenApi): string[] {
  const there = after.servers.map(({ url }) => url);
  const lost = before.servers.filter(({ url }, place) =>
    place === 0 ? url !== there[0] : !there.includes(url),
  );
  return lost.map(({ url }) => `calls no longer go to ${url}`);
}

function compareOperations(versions: Versions, was: Operation, is: Operation): string[] {
  return [
    ...(was.operationId === is.operationId ? [] : [`it was called ${was.operationId}`]),
    ...compareAccess(was, is),
    ...compareParameters(versions, was.parameters ?? [], is.parameters ?? []),
    ...compareBodies(versions, was, is),
    ...compareResponses(versions, was, is),
  ];
}

function compareParameters(
  versions: Versions,
  was: readonly Parameter[],
  is: readonly Parameter[],
): string[] {
  const like = (one: Parameter) => (other: Parameter) =>
    one.in === other.in && one.name === other.name;
  const added = is.filter((parameter) => parameter.required && !was.some(like(parameter)));
  return [
    ...added.map(({ name }) => `${name} has to be sent now`),
    ...was.flatMap((parameter) => {
      const { name, schema } = parameter;
      const same = is.find(like(parameter));
      if (!same) return [`${name} is gone`];
      const isNeeded = same.required && !parameter.required ? [`${name} has to be sent now`] : [];
      const pair = { before: schema, after: same.schema };
      return [
        ...isNeeded,
        ...(parameter.required ? [] : findNewDefault(pair, name)),
        ...findSchemaBreaks(versions, pair, "sent", name),
      ];
    }),
  ];
}

function compareBodies(versions: Versions, was: Operation, is: Operation): string[] {
  const [before, after] = [was.requestBody, is.requestBody];
  const isNeeded = after?.required && !before?.required ? ["a body has to be sent now"] : [];
  const types = Object.entries(before?.content ?? {}).flatMap(([type, { schema }]) => {
    const same = after?.content[type];
    if (!same) return [`it takes no ${type} any more`];
    return findSchemaBreaks(versions, { before: schema, after: same.schema }, "sent", "body");
  });
  return [...isNeeded, ...types];
}

function compareResponses(versions: Versions, was: Operation, is: Operation): string[] {
  return Object.entries(was.responses).flatMap(([status, response]) => {
    const other = is.responses[status];
    if (!other) return [`the status ${status} is gone`];
    const before = resolveResponse(versions.before, response);
    const after = resolveResponse(versions.after, other);
    const headers = compareHeaders(versions, before, after, status);
    const types = Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
      const same = after.content?.[type];
      if (!same) return [`${status} is no ${type} any more`];
      const pair = { before: schema, after: same.schema };
      return findSchemaBreaks(versions, pair, "answered", `${status} answer`);
    });
    return [...headers, ...types];
  });
}

function compareHeaders(
  versions: Versions,
  before: ApiResponse,
  after: ApiResponse,
  status: string,
): string[] {
  return Object.entries(before.headers).flatMap(([name, reference]) => {
    const other = after.headers[name];
    if (!other) return [`${status} has no ${name} any more`];
    const was = resolveHeader(versions.before, reference);
    const is = resolveHeader(versions.after, other);
    const pair = { before: was.schema, after: is.schema };
    return [
      ...(was.required && !is.required ? [`${status} may have no ${name} now`] : []),
      ...findSchemaBreaks(versions, pair, "answered", `${status} ${name}`),
    ];
  });
}
