import { compareAccess, compareSchemes } from "./compare-access.ts";
import { listDefaultChanges, listSchemaBreaks, type Versions } from "./compare-schemas.ts";
import { resolveHeader, resolveResponse } from "./resolve-reference.ts";
import {
  type ApiResponse,
  METHODS,
  type OpenApi,
  type Operation,
  type Parameter,
} from "./types.ts";

/**
 * Lists the changes between two documents that break programs, one line each: removed or changed calls, statuses, headers
 * and response fields; newly required, removed or restricted input; changed defaults, servers and authentication; and a lower
 * version. Additions do not break programs.
 */
export function listBreaks(before: OpenApi, after: OpenApi): string[] {
  const versions = { before, after };
  const calls = Object.entries(before.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const was = item[method];
      const is = after.paths[path]?.[method];
      if (!was) return [];
      const breaks = is ? compareOperations(versions, was, is) : ["the call was removed"];
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

/** Whether the major version was raised, which allows breaking changes. */
export function isNewMajor(before: OpenApi, after: OpenApi): boolean {
  const [was = 0] = numbersOf(before);
  const [is = 0] = numbersOf(after);
  return is > was;
}

function numbersOf({ info }: OpenApi): number[] {
  return info.version.split(".").map(Number);
}

/** Reports a version that went down. */
function compareVersions(before: OpenApi, after: OpenApi): string[] {
  const was = numbersOf(before);
  const is = numbersOf(after);
  const at = was.findIndex((number, index) => number !== is[index]);
  const isLower = (is[at] ?? 0) < (was[at] ?? 0);
  return isLower ? [`the version is lower than ${before.info.version}`] : [];
}

/** Reports removed servers, and a changed first server, which is the default. */
function compareServers(before: OpenApi, after: OpenApi): string[] {
  const urls = after.servers.map(({ url }) => url);
  const lost = before.servers.filter(({ url }, index) =>
    index === 0 ? url !== urls[0] : !urls.includes(url),
  );
  return lost.map(({ url }) => `the server ${url} was removed or is no longer the default`);
}

function compareOperations(versions: Versions, was: Operation, is: Operation): string[] {
  return [
    ...(was.operationId === is.operationId ? [] : [`its operationId was ${was.operationId}`]),
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
    ...added.map(({ name }) => `${name} is now required`),
    ...was.flatMap((parameter) => {
      const { name, schema } = parameter;
      const same = is.find(like(parameter));
      if (!same) return [`${name} was removed`];
      const newlyRequired = same.required && !parameter.required ? [`${name} is now required`] : [];
      const pair = { before: schema, after: same.schema };
      return [
        ...newlyRequired,
        ...(parameter.required ? [] : listDefaultChanges(pair, name)),
        ...listSchemaBreaks(versions, pair, "request", name),
      ];
    }),
  ];
}

function compareBodies(versions: Versions, was: Operation, is: Operation): string[] {
  const before = was.requestBody;
  const after = is.requestBody;
  const newlyRequired = after?.required && !before?.required ? ["a body is now required"] : [];
  const types = Object.entries(before?.content ?? {}).flatMap(([type, { schema }]) => {
    const same = after?.content[type];
    if (!same) return [`bodies of type ${type} are no longer accepted`];
    return listSchemaBreaks(versions, { before: schema, after: same.schema }, "request", "body");
  });
  return [...newlyRequired, ...types];
}

function compareResponses(versions: Versions, was: Operation, is: Operation): string[] {
  return Object.entries(was.responses).flatMap(([status, response]) => {
    const other = is.responses[status];
    if (!other) return [`the status ${status} was removed`];
    const before = resolveResponse(versions.before, response);
    const after = resolveResponse(versions.after, other);
    const headers = compareHeaders(versions, before, after, status);
    const types = Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
      const same = after.content?.[type];
      if (!same) return [`${status} is no longer ${type}`];
      const pair = { before: schema, after: same.schema };
      return listSchemaBreaks(versions, pair, "response", `${status} response`);
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
    if (!other) return [`${status} no longer has ${name}`];
    const was = resolveHeader(versions.before, reference);
    const is = resolveHeader(versions.after, other);
    const pair = { before: was.schema, after: is.schema };
    return [
      ...(was.required && !is.required ? [`${status} no longer always has ${name}`] : []),
      ...listSchemaBreaks(versions, pair, "response", `${status} ${name}`),
    ];
  });
}
