// Replaces the router's JSON in query strings. This app passes parseQuery and formatQuery instead.
export let defaultParseSearch, defaultStringifySearch, parseSearchWith, stringifySearchWith;
