// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.voucher;

import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LockLifetime;

import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.server.ResponseStatusException;

/**
 * Redeems vouchers: reads how many are left, decides, and writes. All of it is one short
 * transaction of one database, so the lock is the database's, and ends with the
 * transaction. There is no lease that could end before, and no token.
 */
@Service
public class Vouchers {

	private final JdbcClient jdbc;

	Vouchers(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	@Transactional(isolation = Isolation.READ_COMMITTED)
	@DistributedLock(name = "voucher", key = "#code", lifetime = LockLifetime.TRANSACTION)
	public int redeem(String code) {
		int units = units(code);
		if (units <= 0) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, "No voucher '%s' is left".formatted(code));
		}
		write(code, units - 1);
		return units - 1;
	}

	@Transactional(isolation = Isolation.READ_COMMITTED)
	@DistributedLock(name = "voucher", key = "#code", lifetime = LockLifetime.TRANSACTION)
	public void issue(String code, int units) {
		if (write(code, units) == 0) {
			this.jdbc.sql("insert into voucher (code, units) values (?, ?)").params(code, units).update();
		}
	}

	private int units(String code) {
		return this.jdbc.sql("select units from voucher where code = ?")
			.param(code)
			.query(Integer.class)
			.optional()
			.orElse(0);
	}

	private int write(String code, int units) {
		return this.jdbc.sql("update voucher set units = ? where code = ?").params(units, code).update();
	}

}
