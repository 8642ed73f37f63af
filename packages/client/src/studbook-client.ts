import { type AdFilters, AdIteration, type SearchOptions } from "./ad-iteration.ts";
import { createCalls } from "./calls.gen.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import { type UploadOptions, uploadPhotos } from "./upload-photos.ts";

export type { AdFilters, AdIteration, SearchOptions } from "./ad-iteration.ts";
export type { CallOptions } from "./call-procedure.ts";
export type * from "./calls.gen.ts";
export type { ConnectionOptions } from "./connection.ts";
export {
  type Issue,
  type NewerCode,
  StudbookError,
  type StudbookErrorCode,
} from "./studbook-error.ts";
export type { UploadOptions } from "./upload-photos.ts";

/** All calls of the API by noun and verb, and the operations that take more than one call. */
export type StudbookClient = ReturnType<typeof createCalls> & {
  /**
   * Iterates over all ads that match, newest first, and requests pages as needed:
   * `for await (const ad of client.searchAds({ breed: "Boxer" }))`. After a failed request, another loop over
   * the same result continues with the next ad. See {@link AdIteration}.
   */
  searchAds(filters?: AdFilters, options?: SearchOptions): AdIteration;
  /**
   * Uploads one to three JPEG or PNG files of up to 5 MiB each, all or none. If `onProgress` throws, the
   * upload is aborted and the call rejects with that error.
   *
   * @returns the photos' URLs in the order of the files, for the `images` of an ad
   */
  uploadPhotos(files: Iterable<Blob>, options?: UploadOptions): Promise<string[]>;
  /** The session as a `Cookie` header, for a later client. '' in browsers, which store cookies themselves. */
  readonly cookie: string;
};

/**
 * Creates a client of the Studbook server at `baseUrl` that stays signed in. Failed calls reject with a
 * {@link StudbookError}, aborted calls with the signal's reason.
 *
 * @throws TypeError if `baseUrl` is not an http(s) origin or `cookie` is not a valid header
 */
export function createStudbookClient(options: ConnectionOptions): StudbookClient {
  const connection = new Connection(options);
  const calls = createCalls(connection.call);
  return {
    ...calls,
    searchAds: (filters, options) => new AdIteration(calls.ads.search, filters, options),
    uploadPhotos: (files, options) => uploadPhotos(connection, files, options),
    get cookie() {
      return connection.jar.header;
    },
  };
}
