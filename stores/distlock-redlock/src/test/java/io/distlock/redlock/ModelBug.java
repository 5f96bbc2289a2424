// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

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
