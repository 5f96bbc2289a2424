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

package io.distlock.provider;

/**
 * Is told what became of each lease of a renewal, as soon as that is known of it. Each
 * lease is told once, from any thread; calls return at once.
 *
 * @since 0.1.0
 */
public interface RenewalOutcomes {

	/**
	 * The lease runs anew.
	 * @param lease the lease, as it was asked for
	 */
	void kept(Lease lease);

	/**
	 * The store says that the lease is no longer ours.
	 * @param lease the lease, as it was asked for
	 */
	void lost(Lease lease);

	/**
	 * The store did not say, so the lease may or may not have been renewed.
	 * @param lease the lease, as it was asked for
	 * @param cause why, told once more for each lease that it concerns
	 */
	void unknown(Lease lease, Throwable cause);

}
