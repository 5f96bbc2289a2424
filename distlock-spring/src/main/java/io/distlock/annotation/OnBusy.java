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

package io.distlock.annotation;

/**
 * What happens to a call whose lock was not acquired in time.
 *
 * @since 0.1.0
 */
public enum OnBusy {

	/**
	 * The call ends in {@link io.distlock.LockNotAcquiredException}.
	 */
	FAIL,

	/**
	 * The call is skipped: {@code void} returns, an {@code Optional} is empty, a
	 * {@code CompletionStage} completes with {@code null}, a {@code Mono} or {@code Flux}
	 * is empty, and every other reference type is {@code null}. A method that returns a
	 * primitive type, or is declared never to return null, cannot be skipped.
	 */
	SKIP

}
