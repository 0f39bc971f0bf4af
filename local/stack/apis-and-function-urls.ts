import type { Assembly } from '../assembly/assembly.ts';
import { type Addresses, rewriteHosts } from '../assembly/replace-aws-host-names.ts';
import type { Authorize, Clock, Invoke, Log } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import {
  type ApiProperties,
  type ApiResources,
  type AuthorizerProperties,
  createFunctionUrl,
  createHttpApi,
  createSocketApi,
  type FunctionUrlOptions,
  type IntegrationProperties,
  type IntegrationResponseProperties,
  type KeysOf,
  type RouteProperties,
  type RouteResponseProperties,
  type SocketApi,
  type StageProperties,
} from '../gateway/gateway-exports.ts';
import type { Port, Ports } from './listen-before-handlers.ts';

type OfApi<T> = T & { readonly ApiId: string };
type Api = ApiProperties & { readonly ProtocolType: 'HTTP' | 'WEBSOCKET' };

export interface ApiPort {
  readonly apiId: string;
  readonly awsHost: string;
  readonly protocol: Api['ProtocolType'];
  readonly port: Port;
}
export interface UrlPort {
  readonly functionArn: string;
  readonly awsHost: string;
  readonly port: Port;
}

/** Opens consecutive ports from `firstPort` on. If `firstPort` is 0 or a port is taken, opens any free port. */
export async function openApis(assembly: Assembly, ports: Ports, firstPort: number): Promise<ApiPort[]> {
  const opened: ApiPort[] = [];
  for (const { ref, properties, attribute } of assembly.all<Api>('AWS::ApiGatewayV2::Api'))
    opened.push({
      apiId: ref,
      awsHost: new URL(attribute('ApiEndpoint')).host,
      protocol: properties.ProtocolType,
      port: await ports.secure(firstPort && firstPort + opened.length),
    });
  return opened;
}

export async function openUrls(assembly: Assembly, ports: Ports, firstPort: number): Promise<UrlPort[]> {
  const opened: UrlPort[] = [];
  for (const { ref, attribute } of assembly.all('AWS::Lambda::Url'))
    opened.push({
      functionArn: ref,
      awsHost: new URL(attribute('FunctionUrl')).host,
      port: await ports.secure(firstPort && firstPort + opened.length),
    });
  return opened;
}

export interface ServeOptions {
  readonly assembly: Assembly;
  readonly addresses: Addresses;
  readonly invoke: Invoke;
  readonly authorize: Authorize;
  readonly keysOf: KeysOf;
  readonly faults: Faults;
  readonly callerOf: (accessKeyId: string) => string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns the socket APIs, whose connections the caller must close at the end. */
export function serveApis(apis: readonly ApiPort[], options: ServeOptions): SocketApi[] {
  const sockets: SocketApi[] = [];
  for (const { apiId, protocol, port } of apis) {
    const resources = resourcesOf(apiId, port.host, options);
    if (protocol === 'HTTP') port.serve(createHttpApi({ ...resources, ...options }));
    else {
      const api = createSocketApi({ ...resources, ...options, frames: options.faults.frames });
      sockets.push(api);
      port.serve(api);
    }
  }
  return sockets;
}

export function serveUrls(urls: readonly UrlPort[], options: ServeOptions): void {
  const found = options.assembly.all<FunctionUrlOptions['properties']>('AWS::Lambda::Url');
  for (const { ref, properties } of found) {
    const url = urls.find(({ functionArn }) => functionArn === ref);
    url?.port.serve(
      createFunctionUrl({
        ...options,
        urlId: url.awsHost.split('.')[0] ?? '',
        domainName: url.port.host,
        properties,
      }),
    );
  }
}

function resourcesOf(apiId: string, domainName: string, { assembly, addresses }: ServeOptions): ApiResources {
  const ofApi = <T>(type: string) =>
    assembly
      .all<OfApi<T>>(`AWS::ApiGatewayV2::${type}`)
      .filter(({ properties }) => properties.ApiId === apiId);
  const byRef = <T>(type: string) =>
    Object.fromEntries(ofApi<T>(type).map((found) => [found.ref, found.properties]));
  const api = assembly.all<ApiProperties>('AWS::ApiGatewayV2::Api').find(({ ref }) => ref === apiId);
  const stage = ofApi<StageProperties>('Stage')[0];
  if (!api || !stage) throw new Error(`The API ${apiId} has no stage`);
  return {
    apiId,
    domainName,
    api: rewriteHosts(api.properties, addresses),
    stage: stage.properties,
    routes: byRef<RouteProperties>('Route'),
    integrations: byRef<IntegrationProperties>('Integration'),
    authorizers: rewriteHosts(byRef<AuthorizerProperties>('Authorizer'), addresses),
    integrationResponses: ofApi<IntegrationResponseProperties>('IntegrationResponse').map(
      (r) => r.properties,
    ),
    routeResponses: ofApi<RouteResponseProperties>('RouteResponse').map((r) => r.properties),
  };
}
