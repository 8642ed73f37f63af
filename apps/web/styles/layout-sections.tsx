import { Footer } from "../src/layout/footer.tsx";
import { Header } from "../src/layout/header.tsx";
import type { Viewer } from "../src/layout/member-links.tsx";

const MEMBER = { username: "basic", isAdmin: false };
const ADMIN = { username: "username".repeat(8), isAdmin: true };

function ignore() {}

export function HeaderSection() {
  return (
    <div className="grid gap-6">
      <Header viewer={null} />
      <Header viewer={MEMBER} onSignOut={ignore} />
      <Header viewer={ADMIN} onSignOut={ignore} />
    </div>
  );
}

export function GuestMenuSection() {
  return <OpenMenu viewer={null} />;
}

export function MemberMenuSection() {
  return <OpenMenu viewer={MEMBER} />;
}

export function AdminMenuSection() {
  return <OpenMenu viewer={ADMIN} />;
}

function OpenMenu({ viewer }: { viewer: Viewer | null }) {
  return (
    <div className="min-h-120">
      <Header viewer={viewer} onSignOut={ignore} startsOpen />
    </div>
  );
}

export function FooterSection() {
  return <Footer />;
}
