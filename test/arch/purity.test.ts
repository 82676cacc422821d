import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../domain');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** What reaches out of a pure function: the time, the machine, chance, the world. */
const banned = new Set([
  ...['Date', 'Temporal', 'performance', 'process', 'globalThis', 'global', 'crypto', 'console', 'require'],
  ...['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Promise', 'eval', 'Function'],
  ...['WeakRef', 'FinalizationRegistry', 'Worker', 'SharedArrayBuffer', 'Atomics', 'Intl'],
]);

/** What depends on the machine's language or place. */
const bannedMembers = new Set([
  'random',
  'toLocaleString',
  'localeCompare',
  'toLocaleUpperCase',
  'toLocaleLowerCase',
]);

const isMemberName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) &&
  node.parent.name === node;

const isMathRandom = (node: ts.PropertyAccessExpression): boolean =>
  node.name.text !== 'random' || node.expression.getText() === 'Math';

/** The impurities of a source text, each with its line. */
const impurities = (text: string): readonly string[] => {
  const source = ts.createSourceFile('domain.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isBanned =
      node.kind === ts.SyntaxKind.AsyncKeyword ||
      ts.isAwaitExpression(node) ||
      (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) ||
      (ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword) ||
      (ts.isIdentifier(node) && banned.has(node.text) && !isMemberName(node)) ||
      (ts.isPropertyAccessExpression(node) && bannedMembers.has(node.name.text) && isMathRandom(node));
    if (isBanned) {
      found.push(`${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** A `let` or `var` of a module, in which one call could leave something for the next. */
const moduleState = (text: string): readonly string[] =>
  ts
    .createSourceFile('domain.ts', text, ts.ScriptTarget.Latest, true)
    .statements.filter(ts.isVariableStatement)
    .filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) === 0)
    .map((statement) => statement.getText());

describe('domain/', () => {
  test.each(files)('%s asks neither the time nor the machine nor chance, and waits for nothing', (file) => {
    expect(impurities(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });

  test.each(files)('%s keeps nothing between calls', (file) => {
    expect(moduleState(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });

  test.each([
    'const now = Date.now();',
    'const at = new Date();',
    'const chance = Math.random();',
    'const env = process.env.HOME;',
    'const later = async () => 1;',
    'const wait = () => setTimeout(() => 1, 5);',
    'const got = fetch("https://example.org");',
    'const other = await import("./other.ts");',
    'const here = import.meta.url;',
    'const sorted = ["b", "a"].sort((a, b) => a.localeCompare(b));',
    'const told = (1234).toLocaleString();',
  ])('the test finds the impurity of %s', (text) => {
    expect(impurities(text)).not.toEqual([]);
  });

  test('the test finds state of a module, and no fault with constants', () => {
    expect(moduleState('let count = 0;')).toHaveLength(1);
    expect(moduleState('const limit = 8;')).toEqual([]);
  });
});
