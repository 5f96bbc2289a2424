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

package io.distlock.redis.redlock;

/**
 * A rule of Redlock that is done wrong, for the model to show that it matters.
 */
enum ModelBug {

	NONE,

	/** One master that saw a waiter decides, although a majority has renewed before. */
	ONE_YIELDED_DECIDES,

	/** A release ends the lock of another owner. */
	RELEASE_WITHOUT_OWNER,

	/** A renewal prolongs the lock of another owner. */
	RENEWAL_WITHOUT_OWNER,

	/** A renewal that one master has kept counts as kept. */
	RENEWED_BY_MINORITY,

	/** A lease counts from the answer, and not from before the request. */
	VALID_FROM_THE_ANSWER,

	/** The token is that of the master that answered first. */
	TOKEN_OF_ONE_MASTER,

	/** The token is the greatest proposal, and the other masters are not told of it. */
	TOKEN_NOT_WRITTEN_BACK,

	/** A master grants as soon as it has come back with nothing. */
	NO_QUARANTINE,

	/** Two of five masters are enough. */
	MINORITY_GRANTS

}
