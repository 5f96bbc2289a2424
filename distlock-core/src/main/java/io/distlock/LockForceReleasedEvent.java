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

package io.distlock;

/**
 * An operator has ended a lock that was held. Published as an application event on the
 * node that was asked to, after the store has done it: what was written under the lock's
 * tokens up to the last one is to be refused from now on.
 *
 * @param key the key, as the application gives it
 * @param mode how it was held: exclusively, shared, or as permits, of which all are ended
 * @param lastToken the last fencing token that the holder may have used
 * @param provider the name of the provider, such as {@code jdbc}
 * @since 0.1.0
 */
public record LockForceReleasedEvent(String key, LockMode mode, long lastToken, String provider) {

}
