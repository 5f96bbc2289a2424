// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.statement;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import io.distlock.LockMode;
import io.distlock.jdbc.statement.KeyMembers.Member;
import io.distlock.provider.Lease;

/**
 * State of one key while leases of its holders are renewed.
 */
final class KeyRenewal {

	private final KeyMembers found;

	private final Map<String, Member> longer = new LinkedHashMap<>();

	private long closedUntil;

	private long keptUntil;

	KeyRenewal(KeyMembers found) {
		this.found = found;
		this.closedUntil = found.closedUntil();
	}

	/**
	 * Renew a lease. Where the lease of one who shares had ended, the key may have been
	 * opened when the others left: it is closed again.
	 * @return whether it is kept; else it was lost before
	 */
	boolean renew(Lease lease) {
		String owner = lease.owner().id();
		Member known = this.found.isTogether() ? this.found.member(owner) : null;
		if (known == null) {
			return false;
		}
		Member member = this.longer.getOrDefault(owner, known);
		long ending = this.found.now() + LockStatements.micros(lease.duration());
		boolean open = lease.key().mode() == LockMode.PERMIT && this.closedUntil <= 0;
		if (ending > member.endsAt()) {
			this.longer.put(owner, new Member(owner, member.token(), ending, member.node()));
		}
		if (open) {
			this.keptUntil = Math.max(this.keptUntil, KeyMembers.minuteAfter(ending));
		}
		else {
			this.closedUntil = Math.max(this.closedUntil, ending);
		}
		return true;
	}

	String key() {
		return this.found.key();
	}

	/**
	 * Return the members whose leases are longer now.
	 */
	Collection<Member> longer() {
		return this.longer.values();
	}

	boolean isClosedLonger() {
		return this.closedUntil > this.found.closedUntil();
	}

	/**
	 * Return until when the key has no room.
	 */
	long closedUntil() {
		return this.closedUntil;
	}

	boolean isKept() {
		return this.keptUntil > 0;
	}

	/**
	 * Return until when the row is not to be purged although there is room.
	 */
	long keptUntil() {
		return this.keptUntil;
	}

}
