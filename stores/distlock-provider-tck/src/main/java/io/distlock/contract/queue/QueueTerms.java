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

package io.distlock.contract.queue;

/**
 * How a store lets nodes stand in line.
 *
 * @param fair whether the lock is kept for the node that was woken
 * @param seesGoneAtRelease whether a release passes over nodes that the server knows to
 * be gone; otherwise the releaser does, when it looks again
 * @param poll how long the head goes without asking, in milliseconds
 * @param rarest by how much less often the last of a long queue asks
 * @since 0.1.0
 */
public record QueueTerms(boolean fair, boolean seesGoneAtRelease, long poll, int rarest) {

}
