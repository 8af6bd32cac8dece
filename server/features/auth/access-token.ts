export interface AccessTokens {
  issue: (claims: { userId: number; sessionId: string }) => Promise<string>;
  verify: (token: string) => Promise<{ userId: number; sessionId: string } | null>;
}
