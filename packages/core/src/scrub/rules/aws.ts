import type { ScrubRule } from '../scrub-rule.ts'

/** Amazon Web Services and what speaks its key format. */
export const awsRules: readonly ScrubRule[] = [
  {
    kind: 'token',
    id: 'aws-access-key-id',
    keywords: ['akia', 'asia', 'abia', 'acca', 'a3t'],
    pattern: '(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])',
    boundary: 'base64',
    entropy: 3,
  },
  {
    kind: 'named',
    id: 'aws-secret-access-key',
    keywords: ['aws', 'secretaccesskey', 'secret_access_key', 'secret-access-key', 'secretkey', 'secret_key'],
    value: '(?=[a-z0-9/+]{0,39}\\d)(?=[a-z0-9/+]{0,39}[g-z/+])[a-z0-9/+]{40}(?![/+=])',
    entropy: 3.8,
  },
  {
    kind: 'token',
    id: 'bedrock-key',
    keywords: ['absk'],
    pattern: 'ABSK[A-Za-z0-9+/]{100,280}={0,2}',
    entropy: 3,
    reach: 420,
  },
  {
    kind: 'token',
    id: 'bedrock-short-lived-key',
    keywords: ['bedrock-api-key-'],
    pattern: 'bedrock-api-key-(?:YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/=]{0,1200}|[A-Za-z0-9+/]{30,300}={0,2})',
    entropy: 3,
    reach: 1_300,
  },
  { kind: 'token', id: 'appsync-key', keywords: ['da2-'], pattern: 'da2-[a-z0-9]{26}(?!\\w)', entropy: 3 },
  {
    kind: 'token',
    id: 'aws-signature',
    keywords: ['x-amz-signature=', 'x-amz-security-token='],
    pattern: 'x-amz-(?:signature|security-token)=(?<secret>[\\w%+/=-]{40,1200})',
    ignoreCase: true,
    boundary: 'none',
    reach: 1_300,
  },
]
