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

package io.distlock.leader;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Who leads a role, as the store or the leader itself says. A snapshot for people; it
 * decides nothing.
 *
 * @param role the role
 * @param node the node that leads, as it named itself
 * @param term the number of its term, {@code null} where another node leads, which alone
 * knows it
 * @param ledFor for how long it has led, {@code null} where another node leads
 * @param remaining what is left of its lease without another renewal
 * @since 0.1.0
 */
public record Leader(String role, String node, @Nullable Long term, @Nullable Duration ledFor, Duration remaining) {

}
