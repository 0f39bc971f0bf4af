import type { Action } from './api-unauthenticated.ts';
import type { Core, User } from './cognito-core-and-state.ts';
import { CognitoError } from './cognito-errors.ts';
import type { Params } from './json-request-params.ts';
import { pageOf } from './list-pagination.ts';
import { describeUser, touch, usersOf } from './users.ts';

export function groupActions(core: Core, target: (params: Params) => User): Record<string, Action> {
  const groupsIn = (params: Params) =>
    (core.options.groups ?? []).filter((group) => group.UserPoolId === params.text('UserPoolId'));
  const checkGroup = (params: Params): string => {
    const name = params.text('GroupName');
    if (!groupsIn(params).some((group) => group.GroupName === name))
      throw new CognitoError('ResourceNotFoundException', 'Group not found.');
    return name;
  };
  const setMembership = (params: Params, member: boolean): object => {
    const name = checkGroup(params);
    const user = target(params);
    user.groups = user.groups.filter((group) => group !== name).concat(member ? [name] : []);
    touch(core, user);
    return {};
  };
  return {
    AdminAddUserToGroup: (params) => setMembership(params, true),
    AdminRemoveUserFromGroup: (params) => setMembership(params, false),
    AdminListGroupsForUser(params) {
      const user = target(params);
      return { Groups: groupsIn(params).filter((group) => user.groups.includes(group.GroupName)) };
    },
    ListGroups: (params) => ({ Groups: groupsIn(params) }),
    ListUsersInGroup(params) {
      const name = checkGroup(params);
      const members = Object.values(usersOf(core, params.text('UserPoolId'))).filter((u) =>
        u.groups.includes(name),
      );
      const { page, next } = pageOf(params, members, 'NextToken');
      return { Users: page.map((user) => describeUser(user, 'Attributes')), ...next };
    },
  };
}
