import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Assets } from './bundle.ts';
import { ApiStack } from './stacks/api.ts';
import { DataStack } from './stacks/data.ts';
import { NoticesStack } from './stacks/notices.ts';
import { ObservabilityStack } from './stacks/observability.ts';
import { SweeperStack } from './stacks/sweeper.ts';

/** The whole of Giliran on AWS, for any account and region. Synthesis fails on a finding of cdk-nag that nobody has acknowledged. */
export function giliran(assets: Assets): App {
  const app = new App();
  const data = new DataStack(app, 'giliran-data', { terminationProtection: true });
  const api = new ApiStack(app, 'giliran-api', { data, asset: assets.api });
  const notices = new NoticesStack(app, 'giliran-notices', { data, assets, publicUrl: api.url });
  const sweeper = new SweeperStack(app, 'giliran-sweeper', {
    data,
    asset: assets.sweeper,
    publicUrl: api.url,
  });
  new ObservabilityStack(app, 'giliran-observability', { data, api, notices, sweeper });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
