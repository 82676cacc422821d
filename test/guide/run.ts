/** `npm run guide`: runs the verification code of docs/webhooks.md against notices that our own dispatcher signed. */
import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signatureHeaders } from '../../functions/dispatcher/sign.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');

/** How each language's block is run. */
const languages = {
  ts: { file: 'verify.ts', command: process.execPath, args: [] },
  python: { file: 'verify.py', command: 'python3', args: [] },
  go: { file: 'verify.go', command: 'go', args: ['run'] },
} as const;
export type Language = keyof typeof languages;
export const languageNames: readonly Language[] = ['ts', 'python', 'go'];

/** The code of the guide in a language. */
const codeOf = (language: Language | 'json', mark: string): string => {
  const [, code] = new RegExp(`\`\`\`${language} ${mark}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  if (code === undefined) throw new Error(`docs/webhooks.md has no \`\`\`${language} ${mark}`);
  return code;
};

/** The test vector of the guide. */
export const guideVector = (): Readonly<Record<string, string>> => JSON.parse(codeOf('json', 'vector'));

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const newer = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = '{"type":"turn.started","data":{"name":"Bu Sri – 스리"}}';
const minutesMs = 60_000;

interface Case {
  readonly name: string;
  readonly isGenuine: boolean;
  readonly message: { secret: string; headers: Readonly<Record<string, string>>; body: string };
}

const casesAt = (now: number): readonly Case[] => {
  const signed = (secrets: readonly string[], at = now) => signatureHeaders('evt_1', body, secrets, at);
  const { 'webhook-signature': _none, ...unsigned } = signed([secret]);
  return [
    { name: 'as sent', isGenuine: true, message: { secret, headers: signed([secret]), body } },
    {
      name: 'old secret, in a rotation',
      isGenuine: true,
      message: { secret, headers: signed([newer, secret]), body },
    },
    {
      name: 'new secret, in a rotation',
      isGenuine: true,
      message: { secret: newer, headers: signed([newer, secret]), body },
    },
    {
      name: 'another body',
      isGenuine: false,
      message: { secret, headers: signed([secret]), body: `${body} ` },
    },
    {
      name: 'another id',
      isGenuine: false,
      message: { secret, headers: { ...signed([secret]), 'webhook-id': 'evt_2' }, body },
    },
    { name: 'another secret', isGenuine: false, message: { secret: newer, headers: signed([secret]), body } },
    {
      name: 'ten minutes old',
      isGenuine: false,
      message: { secret, headers: signed([secret], now - 10 * minutesMs), body },
    },
    {
      name: 'ten minutes early',
      isGenuine: false,
      message: { secret, headers: signed([secret], now + 10 * minutesMs), body },
    },
    { name: 'unsigned', isGenuine: false, message: { secret, headers: unsigned, body } },
  ];
};

/** What the guide's code in a language says wrongly; empty if it is right; undefined if the language isn't installed. */
export const faultsOf = (language: Language): readonly string[] | undefined => {
  const { file, command, args } = languages[language];
  if (spawnSync(command, language === 'go' ? ['version'] : ['--version']).error) return undefined;
  using folder = mkdtempDisposableSync(join(tmpdir(), 'giliran-guide-'));
  writeFileSync(join(folder.path, file), codeOf(language, 'verify'));
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  return casesAt(Date.now()).flatMap(({ name, isGenuine, message }) => {
    const { status, stderr } = spawnSync(command, [...args, file], {
      cwd: folder.path,
      input: JSON.stringify(message),
      encoding: 'utf8',
      timeout: 60_000,
    });
    return status === (isGenuine ? 0 : 1) && !/Error|panic/.test(stderr)
      ? []
      : [`${name}: ended with ${status} ${stderr.slice(0, 500)}`];
  });
};

if (import.meta.main) {
  let isRight = true;
  for (const language of languageNames) {
    const faults = faultsOf(language);
    if (faults === undefined) console.log(`${language}: NOT RUN, it is not installed here`);
    else
      console.log(
        `${language}: ${faults.length === 0 ? `all ${casesAt(0).length} notices judged rightly` : faults.join('\n  ')}`,
      );
    isRight &&= faults?.length === 0 || (faults === undefined && !process.argv.includes('--all'));
  }
  process.exit(isRight ? 0 : 1);
}
