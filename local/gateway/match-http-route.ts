export interface MatchedRoute<Route> {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface CompiledRoute<Route> {
  readonly route: Route;
  readonly method: string;
  readonly pattern: RegExp | undefined;
  readonly names: readonly string[];
  readonly rank: readonly number[];
}

/**
 * Compiles route keys (`GET /chats/{id}`, `ANY /files/{proxy+}`, `$default`) to a matcher with API Gateway's
 * precedence: paths without variables, then with variables, then with `{proxy+}`, then `$default`. Among paths of one
 * kind, the path with more fixed segments wins. If two paths have equally many, a method such as GET wins over ANY.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function compileRoutes<Route extends { readonly RouteKey: string }>(routes: readonly Route[]) {
  const compiled = routes.map(compile).sort((a, b) => compareRanks(a.rank, b.rank));
  return (method: string, path: string): MatchedRoute<Route> | undefined => {
    for (const candidate of compiled) {
      if (candidate.method !== 'ANY' && candidate.method !== method) continue;
      if (candidate.pattern === undefined) return { route: candidate.route, pathParameters: {} };
      const match = candidate.pattern.exec(path);
      if (match === null) continue;
      const values = candidate.names.map((name, i) => [name, decode(match[i + 1] ?? '')] as const);
      return { route: candidate.route, pathParameters: Object.fromEntries(values) };
    }
    return undefined;
  };
}

function compile<Route extends { readonly RouteKey: string }>(route: Route): CompiledRoute<Route> {
  if (route.RouteKey === '$default')
    return { route, method: 'ANY', pattern: undefined, names: [], rank: [3] };
  const [method = '', path = ''] = route.RouteKey.split(' ');
  const segments = path.split('/').slice(1);
  const names: string[] = [];
  const sources = segments.map((segment) => {
    const variable = /^\{([\w.-]+)(\+?)\}$/.exec(segment);
    if (variable === null) return segment.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&');
    names.push(variable[1] ?? '');
    return variable[2] === '+' ? '(.+)' : '([^/]+)';
  });
  const kind = path.includes('+}') ? 2 : names.length > 0 ? 1 : 0;
  const fixedSegments = segments.length - names.length;
  const rank = [kind, -fixedSegments, method === 'ANY' ? 1 : 0];
  return { route, method, names, pattern: new RegExp(`^/${sources.join('/')}$`), rank };
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
