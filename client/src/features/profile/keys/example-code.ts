/** The languages of the examples, by their own names. */
export const exampleLanguages = ['curl', 'TypeScript', 'Python', 'PHP'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

/** What the examples do with API v2: the parameters of each call, apart from the key. */
export const exampleCalls = {
  balance: { action: 'balance' },
  add: { action: 'add', service: '1', link: 'https://example.com/page', quantity: '1000' },
  status: { action: 'status', order: '1' },
} as const satisfies Record<string, Record<string, string>>;
export type ExampleCall = keyof typeof exampleCalls;

/** In place of a key. */
const PLACEHOLDER = 'YOUR_KEY';

/**
 * A program that calls API v2 of the shop and prints its answer.
 * @param url the shop's address, without a slash at its end
 * @param key the secret of a key; undefined for a placeholder
 */
export function exampleCode(language: ExampleLanguage, call: ExampleCall, url: string, key = PLACEHOLDER): string {
  const parameters = Object.entries({ key, ...exampleCalls[call] });
  return programs[language](`${url}/api/v2`, parameters);
}

type Program = (address: string, parameters: [name: string, value: string][]) => string;

/** Addresses and parameters are plain: none contains a quote or a backslash. */
const programs: Record<ExampleLanguage, Program> = {
  curl: (address, parameters) =>
    [`curl ${address}`, ...parameters.map(([name, value]) => `  -d ${name}=${value}`)].join(' \\\n'),
  TypeScript: (address, parameters) => `const response = await fetch('${address}', {
  method: 'POST',
  body: new URLSearchParams({
${parameters.map(([name, value]) => `    ${name}: '${value}',`).join('\n')}
  }),
});
console.log(await response.json());`,
  Python: (address, parameters) => `import json
from urllib.parse import urlencode
from urllib.request import urlopen

parameters = {
${parameters.map(([name, value]) => `    "${name}": "${value}",`).join('\n')}
}
with urlopen("${address}", urlencode(parameters).encode()) as response:
    print(json.load(response))`,
  PHP: (address, parameters) => `<?php
$curl = curl_init('${address}');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_POSTFIELDS => http_build_query([
${parameters.map(([name, value]) => `        '${name}' => '${value}',`).join('\n')}
    ]),
]);
echo curl_exec($curl);`,
};
