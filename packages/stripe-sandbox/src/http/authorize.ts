import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { PUBLISHABLE_KEY, SECRET_KEY } from "../defaults.ts";
import { ApiError } from "./api-error.ts";
import type { Tree } from "./form.ts";
import type { Route } from "./route.ts";

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Whether the call comes from a program on this machine and not from a page in a browser. Pages are
 * recognized by their headers, or by a host name that resolves to this machine (DNS rebinding).
 */
export function isLocalProgram({ socket, headers }: IncomingMessage): boolean {
  const { remoteAddress = "", localAddress } = socket;
  const isPage = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
  // A call to this machine's external address has that address at both ends.
  const { hostname = "" } = URL.parse(`http://${headers.host}`) ?? {};
  const isNamed = hostname !== "localhost" && isIP(hostname.replaceAll(/[[\]]/g, "")) === 0;
  return !isPage && !isNamed && (LOOPBACK.test(remoteAddress) || remoteAddress === localAddress);
}

/**
 * Returns which key the call used. stripe.js sends the key as a parameter, so this function also looks
 * there and removes it from `params`.
 *
 * @throws ApiError 401 if the key is missing or unknown, 403 if the caller is not allowed to make this call.
 */
export function authorize(
  request: IncomingMessage,
  route: Route,
  params: { [key: string]: Tree },
): "secret" | "publishable" {
  const key = readKey(request.headers.authorization) ?? params.key;
  delete params.key;
  if (key === SECRET_KEY) {
    if (isLocalProgram(request)) return "secret";
    throw denied("The sandbox accepts its secret key only from programs on the same machine.");
  }
  if (key !== PUBLISHABLE_KEY) throw unknownKey(key);
  if (route.access === "publishable") return "publishable";
  throw denied(
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
    "secret_key_required",
  );
}

function readKey(header: string | undefined): string | undefined {
  const [scheme = "", value = ""] = header?.split(" ") ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() !== "basic") return undefined;
  return Buffer.from(value, "base64").toString().split(":")[0];
}

function denied(message: string, code?: string): ApiError {
  return new ApiError(403, { type: "invalid_request_error", message, ...(code && { code }) });
}

function unknownKey(key: Tree | undefined): ApiError {
  return new ApiError(401, {
    type: "invalid_request_error",
    message:
      typeof key === "string" && key !== ""
        ? `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}`
        : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  });
}
