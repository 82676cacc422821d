import { describe, expect, test } from 'vitest';
import { actionsOf, policiesIn, statementsOf } from './policies.ts';
import { resources, synthesise } from './synth.ts';

const templates = Object.values(synthesise());
const policies = policiesIn(templates);

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

test('nobody can take anything away from a log', () => {
  for (const { id, Properties } of policies) {
    const deleting = Properties.PolicyDocument.Statement.filter((it) =>
      actionsOf(it).includes('dynamodb:DeleteItem'),
    );
    for (const { Condition } of deleting)
      expect.soft(JSON.stringify(Condition), id).toMatch(/^(?!.*MATCH#).*LeadingKeys/);
  }
});

describe('the dispatcher, which talks to strangers', () => {
  const statements = statementsOf(templates, 'dispatcher');
  const onTable = statements.filter((it) => actionsOf(it).some((action) => action.startsWith('dynamodb:')));

  test('reaches only partitions that are named', () => {
    expect(onTable.length).toBeGreaterThan(0);
    for (const { Condition } of onTable) {
      expect(Condition).toHaveProperty(['ForAllValues:StringLike', 'dynamodb:LeadingKeys']);
    }
  });

  test('reads no secret of the server, and neither removes items nor writes to matches', () => {
    const actions = statements.flatMap(actionsOf);
    expect(actions).not.toContain('secretsmanager:GetSecretValue');
    expect(actions).not.toContain('dynamodb:DeleteItem');
    const onMatches = onTable.filter(({ Condition }) => JSON.stringify(Condition).includes('MATCH#'));
    expect(onMatches.flatMap(actionsOf)).toEqual(['dynamodb:BatchGetItem']);
  });
});
