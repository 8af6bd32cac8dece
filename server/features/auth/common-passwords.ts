/** How many of the package's list are used, most common first. */
const MOST_COMMON = 10_000;
/** Shorter ones are refused by the minimum length. */
const SHORTEST = 6;

/** Words that the list lacks: Bangladeshi words, words of reseller panels, and usual placeholders. */
const ofThisShop = `
bangladesh bangladesh1 bangladesh123 bangla bangla123 dhaka123 dhaka1234 chittagong sylhet khulna rajshahi comilla
allah123 allah786 allahu allahuakbar bismillah1 bismillah786 alhamdulillah inshallah mashallah muhammad1 ahmed123 rahman
rahman123 rahim123 karim123 hasan123 hossain hossain123 islam123 islam786 khan123 khan1234 sohel123 shakib shakib75 tamim28
amarsona amarjan tomake bhalobasha valobashi ammu123 abbu123 maabaa amma123 pakistan786 india1234 india@123 bharat shahrukh
saibaba jaimatadi omsairam bkash123 nagad123 rocket123 taka1234 reseller reseller123 smmpanel smmpanel123 panel123
customer123 order123 user1234 admin123 admin1234 admin12345 admin@123 adminadmin administrator superuser sysadmin rootroot
changeme123 letmein123 letmein! welcome123 welcome1! welcome@123 password1234 password12345 passwordpassword password!
password1! password@1 password@123 p@ssword p@ssw0rd1 p@55w0rd pa$$word pa$$w0rd test12345 iloveyou123 facebook123
instagram telegram whatsapp helloworld summer2025 summer2026 winter2025 winter2026 123456123456 1qaz1qaz qwertz abcabc
abcdef abcdefg abcdefgh aa12345678 asdfgh123 zxczxc !@#$%^ !@#$%^& !@#$%^&*
`;

let common: Promise<Set<string>> | undefined;

/**
 * Whether a password is commonly used (NIST SP 800-63B 5.1.1.2). The first call loads the list.
 * @param folded the password in NFKC and lower case
 */
export async function isCommonPassword(folded: string): Promise<boolean> {
  if (isOneCharacter(folded)) return true;
  common ??= loadCommon();
  return (await common).has(folded);
}

async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const leaked = dictionary['passwords-common'].filter((password) => password.length >= SHORTEST);
  return new Set([...leaked.slice(0, MOST_COMMON), ...ofThisShop.trim().split(/\s+/)]);
}

/** `zzzzzzzzz` is as easy at any length. */
function isOneCharacter(password: string): boolean {
  return new Set(password).size === 1;
}
