// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import javax.sql.DataSource;

import io.distlock.LockForceReleasedEvent;
import io.distlock.LockMode;
import io.distlock.fencing.FencingException;
import io.distlock.fencing.FencingGuard;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.sql.DatabaseNotSupportedException;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;

/**
 * Cuts off the holder of a lock that an operator has released: from now on its
 * transactions fail, also before the next holder has checked its token.
 */
final class ForcedReleaseFence implements ApplicationListener<PayloadApplicationEvent<LockForceReleasedEvent>> {

	private static final Logger logger = LoggerFactory.getLogger(ForcedReleaseFence.class);

	private final ObjectProvider<DataSource> dataSources;

	private final ObjectProvider<FencingGuard> guard;

	ForcedReleaseFence(ObjectProvider<DataSource> dataSources, ObjectProvider<FencingGuard> guard) {
		this.dataSources = dataSources;
		this.guard = guard;
	}

	/**
	 * Raise the stored token to the next one. Where there is no table of tokens, or can
	 * be none, no fence has checked any. The tokens of permits fence nothing.
	 */
	@Override
	public void onApplicationEvent(PayloadApplicationEvent<LockForceReleasedEvent> event) {
		LockForceReleasedEvent released = event.getPayload();
		if (released.mode() == LockMode.PERMIT || this.dataSources.getIfUnique() == null) {
			return;
		}
		try {
			this.guard.getObject().advance(released.key(), released.lastToken() + 1);
		}
		catch (FencingException ex) {
			if (!hasNoTokens(ex.getCause())) {
				throw ex;
			}
			logger.debug("No fencing token of '{}' is kept, so none is raised", LockKey.shown(released.key()), ex);
		}
	}

	private static boolean hasNoTokens(@Nullable Throwable cause) {
		return cause instanceof LockTableMissingException || cause instanceof DatabaseNotSupportedException;
	}

}
