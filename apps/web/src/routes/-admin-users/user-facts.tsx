import { formatCents, formatCount, formatDate } from "@studbook/domain/format";
import type { ReactNode } from "react";
import type { AdminUser } from "../../features/admin/admin-queries.ts";
import { fullName } from "./format-user.ts";

/** The user's details: in one row on desktop, in two columns on phones. */
export function UserFacts({ user }: { user: AdminUser }) {
  const expiresAt = user.membershipExpiresAt;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-5 sm:grid-cols-3 gap-y-3 nav:grid-cols-[2fr_1.4fr_1fr_1.2fr_1fr_.7fr]">
      <Fact label="Email" className="max-nav:col-span-full">
        {(user.email || user.verifiedEmail) && (
          <>
            {user.email ?? "—"}
            <span className="block font-normal text-ink-soft">{describeEmail(user)}</span>
          </>
        )}
      </Fact>
      <Fact label="Name">{fullName(user)}</Fact>
      <Fact label="Joined">{formatDate(user.createdAt)}</Fact>
      <Fact label="Membership expires">{expiresAt && formatDate(expiresAt)}</Fact>
      <Fact label="Total spent">{formatCents(user.totalSpent)}</Fact>
      <Fact label="Ads">
        {formatCount(user.adCount)}
        {user.publicAdCount < user.adCount && (
          <span className="block font-normal text-ink-soft">{describePublicAds(user)}</span>
        )}
      </Fact>
    </dl>
  );
}

/** Hidden ads, such as those of an expired member, are stored but not active. */
function describePublicAds({ publicAdCount }: AdminUser): string {
  return publicAdCount === 0 ? "None active" : `${formatCount(publicAdCount)} active`;
}

function describeEmail({ email, emailVerified, verifiedEmail }: AdminUser): string {
  if (emailVerified) return "Confirmed";
  const other = verifiedEmail && `Confirmed: ${verifiedEmail}`;
  return [email && "Not confirmed", other].filter(Boolean).join(" · ");
}

type FactProps = { label: string; className?: string; children: ReactNode };

function Fact({ label, className = "", children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-medium tabular-nums [overflow-wrap:anywhere]">{children || "—"}</dd>
    </div>
  );
}
