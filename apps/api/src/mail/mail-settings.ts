import { join } from "node:path";

export type MailSettings = {
  /** If undefined, emails are saved as files. */
  smtpUrl: string | undefined;
  from: { name: string; address: string };
  /** Where emails are saved as files. */
  folder: string;
};

type MailEnvironment = {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: MailSettings["from"] | undefined;
  SUPPORT_EMAIL?: string | undefined;
  DATA_DIR: string;
};

export function readMailSettings(env: MailEnvironment): MailSettings {
  return {
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM ?? {
      name: "Studbook",
      address: env.SUPPORT_EMAIL ?? "studbook@example.com",
    },
    folder: join(env.DATA_DIR, "mail"),
  };
}

/** Parses 'Studbook <mail@studbook.example>' or only an address. */
export function parseSender(text: string): { name: string; address: string } {
  const [, name, address] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  return { name: name?.trim() || "Studbook", address: address ?? text.trim() };
}
