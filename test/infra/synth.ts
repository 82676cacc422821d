import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { giliran } from '../../infra/giliran.ts';

/** One resource of a template. */
export interface Resource<Properties> {
  readonly id: string;
  readonly Properties: Properties;
}

type StackName = 'data' | 'api' | 'notices' | 'sweeper' | 'observability';

/** Every stack's template, synthesised once with an empty handler in place of each bundle. Throws on a finding of cdk-nag that nobody acknowledged. */
export function synthesise(): Readonly<Record<StackName, Template>> {
  // CDK's own check of the finished templates takes seconds, and `cdk synth` makes it.
  process.env.CDK_VALIDATION = 'false';
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'giliran-asset-'));
  const asset = folder.path;
  writeFileSync(path.join(asset, 'index.mjs'), 'export const handler = () => {};');
  const assembly = giliran({ api: asset, stream: asset, dispatcher: asset, sweeper: asset }).synth();
  const template = (name: string) => Template.fromJSON(assembly.getStackByName(`giliran-${name}`).template);
  return {
    data: template('data'),
    api: template('api'),
    notices: template('notices'),
    sweeper: template('sweeper'),
    observability: template('observability'),
  };
}

/** All resources of one type in these templates. */
export function resources<Properties>(
  templates: readonly Template[],
  type: string,
): readonly Resource<Properties>[] {
  return templates.flatMap((template) =>
    Object.entries(template.findResources(type)).map(([id, { Properties }]) => ({ id, Properties })),
  );
}
