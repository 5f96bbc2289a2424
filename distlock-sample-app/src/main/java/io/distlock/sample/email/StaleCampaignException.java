// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

/**
 * Another run with a higher fencing token has begun, so this one must not write any more.
 */
class StaleCampaignException extends RuntimeException {

	StaleCampaignException(Campaign campaign) {
		super("The run with fencing token %d, attempt %d of %s, is over: one with a higher token has begun"
			.formatted(campaign.token(), campaign.attempt(), campaign.fireTime()));
	}

}
