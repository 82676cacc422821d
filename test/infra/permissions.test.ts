import { describe, expect, test } from 'vitest';
import { resources, synthesise } from './synth.ts';

interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
  readonly Roles: readonly { readonly Ref: string }[];
}

const templates = Object.values(synthesise());
const policies = resources<Policy>(templates, 'AWS::IAM::Policy');
const actionsOf = ({ Action }: Statement) => [Action].flat();

/** Every statement of one function's role. */
function statementsOf(name: string): readonly Statement[] {
  return policies
    .filter((policy) => policy.Properties.Roles.some(({ Ref }) => Ref.startsWith(`${name}role`)))
    .flatMap((policy) => policy.Properties.PolicyDocument.Statement);
}

test('no role may do "anything", or something to "anything"', () => {
  for (const { id, Properties } of policies) {
    for (const statement of Properties.PolicyDocument.Statement) {
      expect.soft(actionsOf(statement).join(), id).not.toContain('*');
      expect.soft(JSON.stringify(statement.Resource), id).not.toContain('*');
    }
  }
});

test('each function has a role of its own, without policies that somebody else maintains', () => {
  const roles = resources<object>(templates, 'AWS::IAM::Role');
  for (const { id, Properties } of roles) expect.soft(Properties, id).not.toHaveProperty('ManagedPolicyArns');
  const functions = resources<{ Role: { 'Fn::GetAtt': [string, string] } }>(
    templates,
    'AWS::Lambda::Function',
  );
  expect(new Set(functions.map((it) => it.Properties.Role['Fn::GetAtt'][0])).size).toBe(functions.length);
});

test('no role may change the table itself, scan it, or delete what is not an item', () => {
  for (const { id, Properties } of policies) {
    const actions = Properties.PolicyDocument.Statement.flatMap(actionsOf);
    const onTable = actions.filter((action) => action.startsWith('dynamodb:'));
    expect
      .soft(
        onTable.filter((action) => /Scan|Table|Backup|PartiQL|Import|Export/.test(action)),
        id,
      )
      .toEqual([]);
  }
});

describe('the dispatcher, which talks to strangers', () => {
  const statements = statementsOf('dispatcher');
  const onTable = statements.filter((it) => actionsOf(it).some((action) => action.startsWith('dynamodb:')));

  test('reaches players and their deliveries alone', () => {
    expect(onTable.length).toBeGreaterThan(0);
    for (const { Condition } of onTable) {
      expect(Condition).toHaveProperty(['ForAllValues:StringLike', 'dynamodb:LeadingKeys']);
    }
  });

  test('reads no secret of the server and writes to no queue', () => {
    const actions = statements.flatMap(actionsOf);
    expect(actions).not.toContain('secretsmanager:GetSecretValue');
    expect(actions).not.toContain('sqs:SendMessage');
  });
});
