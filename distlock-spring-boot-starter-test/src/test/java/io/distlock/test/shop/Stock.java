// SPDX-License-Identifier: Apache-2.0

package io.distlock.test.shop;

import java.time.Duration;
import java.util.concurrent.Callable;

import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.monitor.LockLostEvent;

import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Stock {

	private final LockTemplate locks;

	private final JdbcClient jdbc;

	private volatile LockLostEvent lost;

	Stock(LockTemplate locks, JdbcClient jdbc) {
		this.locks = locks;
		this.jdbc = jdbc;
	}

	@DistributedLock(name = "stock", key = "#item", waitTime = "0")
	public <T> T takeOne(String item, Callable<T> meanwhile) throws Exception {
		return meanwhile.call();
	}

	@Transactional
	@DistributedLock(name = "stock", key = "#item")
	public void write(String item, Runnable meanwhile) {
		this.jdbc.sql("insert into stock values (?)").param(item).update();
		meanwhile.run();
	}

	@DistributedLock(name = "stock", key = "#item", onLost = OnLost.INTERRUPT)
	public void sleep(String item, Callable<?> meanwhile) throws Exception {
		meanwhile.call();
	}

	public String ship(long order) {
		LockRequest request = LockRequest.of("order:" + order).waitTime(Duration.ofMinutes(2));
		return this.locks.execute(request, (lock) -> "shipped " + order);
	}

	public LockLostEvent lost() {
		return this.lost;
	}

	@EventListener
	void lost(LockLostEvent event) {
		this.lost = event;
	}

}
