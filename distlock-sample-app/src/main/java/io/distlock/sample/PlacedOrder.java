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

package io.distlock.sample;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An order that the shop has taken.
 *
 * @param id number of the order
 * @param item what was ordered
 * @param customer who ordered it
 * @param node the node that took the order
 * @param token the fencing token of the lock that the order was taken under, {@code null}
 * if it was taken without a lock
 * @param placedAt when the order was taken
 */
public record PlacedOrder(long id, String item, String customer, String node, @Nullable Long token, Instant placedAt) {

}
