import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { NodeHttpHandler } from '@smithy/node-http-handler';

const connectionTimeoutMs = 1_000;
const requestTimeoutMs = 3_000;

/** The key for derived ids and cursors, from Secrets Manager; throws where it can't be had, for without it nothing may be served. */
export const fetchServerKey = async (secretArn: string): Promise<string> => {
  const client = new SecretsManagerClient({
    requestHandler: new NodeHttpHandler({
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    }),
  });
  try {
    const { SecretString: key } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
    if (key === undefined || key.length < 32) throw new Error('the secret holds no server key');
    return key;
  } finally {
    client.destroy();
  }
};
