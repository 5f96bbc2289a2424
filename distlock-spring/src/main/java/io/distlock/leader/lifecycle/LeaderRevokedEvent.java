/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.leader.lifecycle;

import io.distlock.leader.RevocationReason;

/**
 * Published as an application event when this node does not lead a role any more: once
 * for each {@link LeaderGrantedEvent}, and before the role is released, unless its lease
 * was lost.
 *
 * @param role the role
 * @param term the number of the term that ended
 * @param reason why it ended
 * @since 0.1.0
 */
public record LeaderRevokedEvent(String role, long term, RevocationReason reason) {

}
