import 'reflect-metadata';
import { type ExecutionContext } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { Test } from '@nestjs/testing';
import { type FastifyRequest } from 'fastify';
import { type Caller } from '../../model';
import { CallersService } from '../accounts/callers.service';
import { JwtCallersService } from '../jwt/jwt-callers.service';
import { ApiKeyGuard } from './api-key.guard';
import { ImpersonationService } from './impersonation.service';
import { Public } from './public.decorator';

const ANN: Caller = { id: '1', name: 'ann', roles: [], grants: [] };
const REFUSED = { code: 'auth_missing_credentials', message: 'the credentials are missing or not valid' };

const closed = (): string => 'closed';
const open = (): string => 'open';
Public()(open);

class Routes {
  readonly names = ['closed', 'open'];
}

@Public()
class OpenRoutes extends Routes {}

const callers = { known: jest.fn<Caller | undefined, [string]>(), findByToken: jest.fn<Promise<Caller | undefined>, [string]>() }; // prettier-ignore
let guard: ApiKeyGuard;

beforeEach(async () => {
  callers.known.mockReset();
  callers.findByToken.mockReset().mockImplementation((token) => Promise.resolve(token === 'valid' ? ANN : undefined));
  const module = Test.createTestingModule({
    providers: [
      ApiKeyGuard,
      CallersService,
      { provide: JwtCallersService, useValue: {} },
      { provide: ImpersonationService, useValue: {} },
    ],
  });
  guard = (await module.overrideProvider(CallersService).useValue(callers).compile()).get(ApiKeyGuard);
});

type Request = Pick<FastifyRequest, 'headers' | 'apiKey' | 'caller'>;
function contextOf(request: Request, route = closed, routes: new () => object = Routes): ExecutionContext {
  return new ExecutionContextHost([request], routes, route);
}

describe('ApiKeyGuard', () => {
  it('admits a valid key, and sets the caller of the request', async () => {
    const request: Request = { headers: {}, apiKey: 'valid' };
    expect(await guard.canActivate(contextOf(request))).toBe(true);
    expect(request.caller).toBe(ANN);
  });

  it('admits a cached caller without another look-up', () => {
    callers.known.mockReturnValue(ANN);
    const request: Request = { headers: {}, apiKey: 'valid' };
    expect(guard.canActivate(contextOf(request))).toBe(true);
    expect([request.caller, callers.findByToken.mock.calls]).toEqual([ANN, []]);
  });

  it.each([
    ['no key', undefined],
    ['an unknown key', 'unknown'],
    ['an empty key', ''],
  ])('rejects %s with the same error', async (_, apiKey) => {
    const request: Request = { headers: {}, apiKey };
    await expect((async () => guard.canActivate(contextOf(request)))()).rejects.toMatchObject(REFUSED);
    expect(request.caller).toBeUndefined();
  });

  it('admits every request to a route or controller that is marked as public', () => {
    const request: Request = { headers: {}, apiKey: 'unknown' };
    expect(guard.canActivate(contextOf(request, open))).toBe(true);
    expect(guard.canActivate(contextOf(request, closed, OpenRoutes))).toBe(true);
    expect(request.caller).toBeUndefined();
  });
});
