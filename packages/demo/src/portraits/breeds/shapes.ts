import type { FrontShape, ProfileShape } from "../breed-portrait.ts";

export const RETRIEVER = {
  skullWidth: 140,
  cheekWidth: 160,
  muzzleWidth: 90,
} as const satisfies Partial<FrontShape>;

export const SIGHTHOUND = {
  skullWidth: 104,
  skullHeight: 138,
  cheekWidth: 112,
  cheekY: 30,
  jawWidth: 86,
  muzzleWidth: 60,
  muzzleY: 190,
  muzzleBottom: 262,
  bridgeWidth: 36,
  noseWidth: 33,
  noseY: 158,
  eyeX: 58,
  neckWidth: 122,
  shoulderWidth: 270,
} as const satisfies Partial<FrontShape>;

export const BULL = {
  skullWidth: 168,
  skullHeight: 136,
  cheekWidth: 196,
  cheekY: 70,
  jawWidth: 176,
  jawY: 130,
  muzzleWidth: 126,
  muzzleY: 146,
  muzzleBottom: 212,
  bridgeWidth: 70,
  noseWidth: 46,
  noseY: 84,
  eyeX: 84,
  eyeLength: 28,
  eyeHeight: 20,
  neckWidth: 215,
  shoulderWidth: 380,
} as const satisfies Partial<FrontShape>;

export const TERRIER = {
  skullWidth: 118,
  skullHeight: 132,
  cheekWidth: 124,
  cheekY: 40,
  jawWidth: 106,
  muzzleWidth: 80,
  muzzleY: 170,
  muzzleBottom: 232,
  bridgeWidth: 46,
  noseWidth: 36,
  noseY: 140,
  eyeX: 58,
  eyeLength: 20,
  eyeHeight: 15,
  neckWidth: 142,
  shoulderWidth: 290,
} as const satisfies Partial<FrontShape>;

export const SHEPHERD = {
  skullWidth: 138,
  skullHeight: 146,
  cheekWidth: 156,
  muzzleWidth: 80,
  muzzleY: 180,
  muzzleBottom: 248,
  bridgeWidth: 44,
  noseWidth: 37,
  noseY: 148,
  eyeX: 68,
  neckWidth: 180,
  shoulderWidth: 350,
} as const satisfies Partial<FrontShape>;

export const SPITZ = {
  skullWidth: 146,
  skullHeight: 138,
  cheekWidth: 178,
  cheekY: 60,
  jawWidth: 128,
  muzzleWidth: 74,
  muzzleY: 164,
  muzzleBottom: 226,
  bridgeWidth: 40,
  noseWidth: 35,
  noseY: 136,
  eyeX: 66,
  neckWidth: 195,
  shoulderWidth: 350,
} as const satisfies Partial<FrontShape>;

export const TOY = {
  skullWidth: 140,
  skullHeight: 148,
  cheekWidth: 150,
  cheekY: 40,
  jawWidth: 108,
  muzzleWidth: 66,
  muzzleY: 140,
  muzzleBottom: 188,
  bridgeWidth: 42,
  noseWidth: 31,
  noseY: 108,
  eyeX: 70,
  eyeLength: 27,
  eyeHeight: 21,
  neckWidth: 140,
  shoulderWidth: 280,
} as const satisfies Partial<FrontShape>;

export const LONG_PROFILE = {
  muzzleLength: 225,
  mouthY: 56,
  stop: 10,
  skullHeight: 80,
  jawY: 112,
} as const satisfies Partial<ProfileShape>;

export const SHORT_PROFILE = {
  muzzleLength: 92,
  mouthY: 78,
  stop: 46,
  skullHeight: 104,
  jawY: 142,
  lip: 16,
} as const satisfies Partial<ProfileShape>;

export const MIDDLE_PROFILE = {
  muzzleLength: 178,
} as const satisfies Partial<ProfileShape>;

export const TOY_PROFILE = {
  muzzleLength: 112,
  mouthY: 56,
  stop: 44,
  skullHeight: 110,
  jawY: 112,
} as const satisfies Partial<ProfileShape>;

export const BOX_PROFILE = {
  muzzleLength: 140,
  mouthY: 74,
  stop: 40,
  jawY: 148,
  lip: 16,
} as const satisfies Partial<ProfileShape>;
