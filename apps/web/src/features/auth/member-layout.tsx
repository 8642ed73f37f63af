import { type QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { client } from "../../browser-client.ts";
import { findErrorCode } from "../../error-code.ts";
import { api } from "../../member-api.ts";
import { prepareToasts } from "../toasts/show-toast.ts";
import { CURRENT_USER_KEY, type CurrentUser } from "./current-user.ts";
import { createMemberClient } from "./member-client.ts";
import { signInAgain, watchOtherTabs } from "./session.ts";

/** What is around every page of those who are signed in. */
export function MemberLayout() {
  return (
    <MemberScope>
      <Outlet />
    </MemberScope>
  );
}

/** What those who are signed in need around them: the API's hooks, and the way out after a 401. */
export function MemberScope({ children }: { children: ReactNode }) {
  const visitors = useQueryClient();
  const [queryClient] = useState(() => createMemberClient(visitors));
  useSignInAgain(queryClient);
  useOtherTabs();
  // So that a failure can be told of when it is the server that is away.
  useEffect(() => void prepareToasts().catch(() => undefined), []);
  return (
    <QueryClientProvider client={queryClient}>
      <api.Provider client={client} queryClient={queryClient}>
        {children}
      </api.Provider>
    </QueryClientProvider>
  );
}

/** When somebody else signs in or out in another tab, nothing of this one is true any more. */
function useOtherTabs() {
  const { data } = useRouter().options.context;
  useEffect(() => {
    // The client also says for whom this page calls.
    void data.getClient().catch(() => undefined);
    return watchOtherTabs((username) => {
      const shown = data.queryClient.getQueryData<CurrentUser>(CURRENT_USER_KEY)?.username;
      if (shown !== undefined && shown !== username) location.reload();
    });
  }, [data]);
}

/** When the server no longer knows the session: forgets everything, and back here after a sign-in. */
function useSignInAgain(queryClient: QueryClient) {
  const router = useRouter();
  useEffect(() => {
    const leave = (error: unknown) => {
      if (findErrorCode(error) === "NOT_SIGNED_IN") void signInAgain(router);
    };
    const stops = [
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === "updated" && query.state.status === "error") leave(query.state.error);
      }),
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === "updated" && mutation.state.status === "error") leave(mutation.state.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, router]);
}
