/** What a browser shows while the server is too busy even for the panel's page; it asks again by itself. */
export function busyPage(retryAfterSeconds: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>The server is busy</title>
<p>The server is busy. This page tries again in a moment.</p>
<p lang="bn">সার্ভার এখন ব্যস্ত। একটু পরে এই পেজ নিজেই আবার চেষ্টা করবে।</p>
</html>
`;
}
