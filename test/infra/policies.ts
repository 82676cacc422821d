import type { Template } from 'aws-cdk-lib/assertions';
import { table as schema } from '../../functions/shared/store/table.ts';
import type { Call, Item } from './fake-aws.ts';
import { resources } from './synth.ts';

/** A statement of a role's policy, as the template holds it. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: {
    readonly 'ForAllValues:StringLike': { readonly 'dynamodb:LeadingKeys': readonly string[] };
  };
}

/** A policy with the roles that it is for. */
export interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
  readonly Roles: readonly { readonly Ref: string }[];
}

/** Every policy in these templates. */
export const policiesIn = (templates: readonly Template[]) =>
  resources<Policy>(templates, 'AWS::IAM::Policy');

export const actionsOf = ({ Action }: Statement): readonly string[] => [Action].flat();

/** All that one function's role may do. */
export const statementsOf = (templates: readonly Template[], name: string): readonly Statement[] =>
  policiesIn(templates)
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref.startsWith(`${name}role`)))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);

/** Whether IAM would let a call pass: action, index and partitions. That the table and the queue are ours is not looked at: there is one of each. */
export const allows = (statements: readonly Statement[], { action, input }: Call): boolean =>
  statements.some((statement) => {
    const index = /\/index\/(\w+)/.exec(JSON.stringify(statement.Resource))?.[1];
    const patterns = statement.Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'] ?? ['*'];
    return (
      actionsOf(statement).includes(action) &&
      index === input.IndexName &&
      partitionsOf(input).every((partition) => patterns.some((pattern) => matches(pattern, partition)))
    );
  });

const matches = (pattern: string, text: string): boolean =>
  pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern;

const partitionsOf = (input: Call['input']): readonly string[] => {
  const batch = Object.values(input.RequestItems ?? {}).flatMap(({ Keys }) => Keys);
  const items: readonly Item[] = [input.Item, input.Key, ...batch].filter((item) => item !== undefined);
  const queried = input.ExpressionAttributeValues?.[':pk']?.S;
  return [...items.map((item) => item[schema.partitionKey]?.S), queried].filter((key) => key !== undefined);
};
