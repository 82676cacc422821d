/** The direction of imports (design §1). `npm run check` runs it; `node_modules` counts as a leaf. */

/** What the API states of the dispatcher's rules in its own answers; pure, and free of the network. */
const rulesOfDispatcher = '^functions/dispatcher/(attempt|schedule|secrets|target)\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No file needs itself, types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import names something that is there.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain/ imports nothing but domain/ and zod.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { pathNot: ['^domain/', 'node_modules/zod/', '^(node:)?crypto$'] },
    },
    {
      name: 'domain-hashes-in-two-files',
      comment: 'node:crypto is for engine/random.ts and match/digest.ts alone.',
      severity: 'error',
      from: { path: '^domain/', pathNot: ['^domain/engine/random\\.ts$', '^domain/match/digest\\.ts$'] },
      to: { path: '^(node:)?crypto$' },
    },
    {
      name: 'games-stand-alone',
      comment: 'A game never imports another game.',
      severity: 'error',
      from: { path: '^domain/games/([^/]+)/' },
      to: { path: '^domain/games/[^/]+/', pathNot: '^domain/games/$1/' },
    },
    {
      name: 'games-know-no-match',
      comment: 'A game knows the engine interface, not what is true of every match.',
      severity: 'error',
      from: { path: '^domain/games/[^/]+/' },
      to: { path: '^domain/match/' },
    },
    {
      name: 'engine-knows-no-match',
      comment: 'The engine interface knows the games by its registry alone, and no match.',
      severity: 'error',
      from: { path: '^domain/engine/' },
      to: { path: ['^domain/match/', '^domain/games/'], pathNot: '^domain/games/[^/]+/index\\.ts$' },
    },
    {
      name: 'laws-are-for-tests',
      comment: "A game's laws.ts says what the conformance suite must know; nothing deployed imports it.",
      severity: 'error',
      from: { pathNot: ['^test/', '/laws\\.ts$'] },
      to: { path: ['^domain/games/[^/]+/laws\\.ts$', '^domain/engine/laws\\.ts$'] },
    },
    {
      name: 'aws-through-shared',
      comment: 'The functions reach AWS only through functions/shared.',
      severity: 'error',
      from: { path: '^functions/', pathNot: '^functions/shared/' },
      to: { path: 'node_modules/@(aws-sdk|smithy)/' },
    },
    {
      name: 'aws-in-few-places',
      comment: 'Nothing outside functions/shared, infra and test knows AWS.',
      severity: 'error',
      from: { pathNot: ['^functions/', '^infra/', '^test/'] },
      to: { path: 'node_modules/(@aws-sdk|@smithy|aws-cdk-lib)/' },
    },
    {
      name: 'shared-imports-no-function',
      comment: "functions/shared is what the functions share, so it imports no function's folder.",
      severity: 'error',
      from: { path: '^functions/shared/' },
      to: { path: '^functions/(?!shared/)' },
    },
    {
      name: 'functions-stand-alone',
      comment:
        'The api, stream, dispatcher and sweeper are deployed apart: one imports the rules of another, never its work. local puts them all together.',
      severity: 'error',
      from: { path: '^functions/(api|stream|dispatcher|sweeper)/' },
      to: {
        path: '^functions/(api|stream|dispatcher|sweeper|local)/',
        pathNot: ['^functions/$1/', rulesOfDispatcher],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'infra-knows-no-domain',
      comment: 'infra deploys what the functions are; it imports no code of domain.',
      severity: 'error',
      from: { path: '^infra/' },
      to: { path: '^domain/' },
    },
    {
      name: 'infra-is-a-leaf',
      comment: 'Nothing that runs imports infra or the CDK.',
      severity: 'error',
      from: { path: '^(domain|functions|openapi)/' },
      to: { path: ['^infra/', 'node_modules/(aws-cdk-lib|constructs)/'] },
    },
    {
      name: 'tests-are-a-leaf',
      comment: 'Nothing outside test imports test.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-test-tools-at-work',
      comment: 'What runs imports no devDependency; types are gone by then.',
      severity: 'error',
      from: { path: '^(domain|functions)/', pathNot: '/laws\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
